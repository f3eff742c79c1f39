// SPDX-License-Identifier: MIT
#include "idn_server/metrics/metrics_server.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <utility>

#include "idn/io/now.hpp"

namespace idn::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

Response plain(http::status status, std::string body) {
  Response response(status, 11);
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.body() = std::move(body);
  return response;
}

template <class Text>
Response answer(const Request& request, Text text) {
  const bool is_head = request.method() == http::verb::head;
  if (request.method() != http::verb::get && !is_head) {
    auto refusal = plain(http::status::method_not_allowed, "only GET and HEAD\n");
    refusal.set(http::field::allow, "GET, HEAD");
    return refusal;
  }
  if (request.target().substr(0, request.target().find('?')) != "/metrics")
    return plain(http::status::not_found, "see /metrics\n");
  auto found = plain(http::status::ok, text());
  found.set(http::field::content_type, "text/plain; version=0.0.4; charset=utf-8");
  return found;
}

}  // namespace

/// One request and its answer; kept alive by its pending operations.
class MetricsServer::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(MetricsServer& server, tcp::socket socket)
      : server_(server), connections_(server.connections_), stream_(std::move(socket)) {
    ++*connections_;
    parser_.header_limit(kMostHeader);
  }
  ~Connection() { --*connections_; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    stream_.expires_after(kRequestTimeout);
    http::async_read(
        stream_, buffer_, parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_read(error); });
  }

 private:
  /// A client that sent nothing, or not in time, gets no answer.
  void on_read(beast::error_code error) {
    if (!error)
      write(answer(parser_.get(), [this] { return server_.text(); }));
    else if (error.category() == http::make_error_code(http::error::bad_method).category() &&
             error != http::error::end_of_stream && error != http::error::partial_message)
      write(plain(http::status::bad_request, "not understood\n"));
  }

  void write(Response response) {
    response_ = std::move(response);
    response_.keep_alive(false);
    response_.prepare_payload();
    if (parser_.is_header_done() && parser_.get().method() == http::verb::head) response_.body().clear();
    stream_.expires_after(kRequestTimeout);
    http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code, std::size_t) {
      beast::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  MetricsServer& server_;
  std::shared_ptr<std::size_t> connections_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{2 * kMostHeader};
  http::request_parser<http::empty_body> parser_;
  Response response_;
};

MetricsServer::MetricsServer(asio::io_context& context, const Endpoint& local,
                             std::function<std::string()> text)
    : acceptor_(context, tcp::endpoint(asio::ip::address_v4(local.ipv4_address()), local.port)),
      make_text_(std::move(text)),
      retry_timer_(context) {
  accept();
}

Endpoint MetricsServer::local() const {
  const auto local = acceptor_.local_endpoint();
  return Endpoint::ipv4(local.address().to_v4().to_uint(), local.port());
}

/// When all connections are taken, a new one is closed at once. If accepting fails, for example for lack of
/// descriptors, it is tried again later.
void MetricsServer::accept() {
  acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) return retry_later();
    if (*connections_ < kMostConnections) std::make_shared<Connection>(*this, std::move(socket))->start();
    accept();
  });
}

void MetricsServer::retry_later() {
  retry_timer_.expires_after(std::chrono::seconds(1));
  retry_timer_.async_wait([this](beast::error_code error) {
    if (!error) accept();
  });
}

const std::string& MetricsServer::text() {
  const TimePoint now = io::monotonic_now();
  if (text_.empty() || now - rendered_at_ >= kMaxTextAge) {
    text_ = make_text_();
    rendered_at_ = now;
  }
  return text_;
}

}  // namespace idn::server
