// SPDX-License-Identifier: MIT
#include "idn_server/metrics/metrics_server.hpp"

#include <fmt/core.h>

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <utility>

#include "cli/inheritance.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

using Request = http::request<http::empty_body>;

constexpr std::string_view kPlain = "text/plain; charset=utf-8";
constexpr std::string_view kMetrics = "text/plain; version=0.0.4; charset=utf-8";

/// @param fields further header fields, each with its line end
std::string head_of(std::string_view status, std::string_view type, std::size_t size,
                    std::string_view fields = "") {
  return fmt::format("HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n{}\r\n",
                     status, type, size, fields);
}

std::string plain(std::string_view status, std::string_view body, std::string_view fields = "") {
  return head_of(status, kPlain, body.size(), fields).append(body);
}

bool is_head(const Request& request) {
  return request.method() == http::verb::head;
}

bool is_allowed(const Request& request) {
  return request.method() == http::verb::get || is_head(request);
}

bool is_scrape(const Request& request) {
  return is_allowed(request) && request.target().substr(0, request.target().find('?')) == "/metrics";
}

std::string answer_to(const Request& request, std::string_view status, std::string_view type,
                      std::string_view body) {
  return head_of(status, type, body.size()).append(is_head(request) ? "" : body);
}

}  // namespace

/// One request and its answer; kept alive by its pending operations. Of Boost.Beast no streams and messages,
/// which take 4 s more to compile.
class MetricsServer::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(MetricsServer& server, tcp::socket socket)
      : server_(server),
        connections_(server.connections_),
        socket_(std::move(socket)),
        deadline_(socket_.get_executor()) {
    ++*connections_;
    parser_.header_limit(kMostHeader);
  }
  ~Connection() { --*connections_; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void answer(std::string_view metrics) { write(answer_to(parser_.get(), "200 OK", kMetrics, metrics)); }

  void start() {
    close_after(kRequestTimeout);
    read();
  }

 private:
  /// Ends what is pending then, and so the connection.
  void close_after(std::chrono::seconds time) {
    deadline_.expires_after(time);
    deadline_.async_wait([connection = weak_from_this()](error_code cancelled) {
      const auto self = connection.lock();
      if (!self || cancelled) return;
      error_code ignored;
      self->socket_.close(ignored);
    });
  }

  void read() {
    socket_.async_read_some(buffer_.prepare(buffer_.max_size() - buffer_.size()),
                            [self = shared_from_this()](error_code error, std::size_t count) {
                              if (!error) self->on_read(count);
                            });
  }

  /// A client that sent nothing, or not in time, gets no answer.
  void on_read(std::size_t count) {
    buffer_.commit(count);
    error_code error;
    buffer_.consume(parser_.put(buffer_.data(), error));
    const bool is_partial = error ? error == http::error::need_more : !parser_.is_header_done();
    if (is_partial && buffer_.size() < buffer_.max_size()) return read();
    if (error || is_partial) return write(plain("400 Bad Request", "not understood\n"));
    const Request& request = parser_.get();
    if (is_scrape(request)) return server_.answer(shared_from_this());
    write(is_allowed(request) ? answer_to(request, "404 Not Found", kPlain, "see /metrics\n")
                              : plain("405 Method Not Allowed", "only GET and HEAD\n", "Allow: GET, HEAD\r\n"));
  }

  void write(std::string text) {
    answer_ = std::move(text);
    close_after(kRequestTimeout);
    asio::async_write(socket_, asio::buffer(answer_), [self = shared_from_this()](error_code, std::size_t) {
      error_code ignored;
      self->socket_.shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  MetricsServer& server_;
  std::shared_ptr<std::size_t> connections_;
  tcp::socket socket_;
  asio::steady_timer deadline_;
  boost::beast::flat_buffer buffer_{2 * kMostHeader};
  http::request_parser<http::empty_body> parser_;
  std::string answer_;
};

MetricsServer::MetricsServer(const Endpoint& local, RequestText request)
    : acceptor_(cli::listen_at(context_, local)), request_(std::move(request)) {
  accept();
  thread_ = jthread([this] { context_.run(); });
}

MetricsServer::~MetricsServer() {
  context_.stop();
}

Endpoint MetricsServer::local() const {
  const auto local = acceptor_.local_endpoint();
  return Endpoint::ipv4(local.address().to_v4().to_uint(), local.port());
}

/// When all connections are taken, a new one is closed at once. If accepting fails, for example for lack of
/// descriptors, it is tried again later.
void MetricsServer::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) return retry_later();
    cli::prevent_inheritance(socket.native_handle());
    if (*connections_ < kMostConnections) std::make_shared<Connection>(*this, std::move(socket))->start();
    accept();
  });
}

void MetricsServer::retry_later() {
  retry_timer_.expires_after(std::chrono::seconds(1));
  retry_timer_.async_wait([this](error_code error) {
    if (!error) accept();
  });
}

void MetricsServer::answer(std::shared_ptr<Connection> connection) {
  if (!text_.empty() && io::monotonic_now() - rendered_at_ < kMaxTextAge) return connection->answer(text_);
  waiting_.push_back(std::move(connection));
  if (waiting_.size() > 1) return;  // it has been asked for
  request_([this](std::string text) {
    asio::post(context_, [this, text = std::move(text)]() mutable { take_text(std::move(text)); });
  });
}

void MetricsServer::take_text(std::string text) {
  text_ = std::move(text);
  rendered_at_ = io::monotonic_now();
  for (const auto& connection : std::exchange(waiting_, {})) connection->answer(text_);
}

}  // namespace idn::server
