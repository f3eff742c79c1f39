// SPDX-License-Identifier: MIT
#include "plugins/etherdream/dac_server.hpp"

#include <fmt/core.h>

#include <utility>

#include "cli/inheritance.hpp"
#include "idn/io/find/network.hpp"
#include "idn/io/now.hpp"

namespace idn::etherdream {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

std::string name_of(const asio::ip::tcp::socket& socket) {
  error_code error;
  const auto remote = socket.remote_endpoint(error);
  return error ? "a client" : fmt::format("{}:{}", remote.address().to_string(), remote.port());
}

}  // namespace

DacServer::DacServer(asio::io_context& context, const DacAddress& address, Firmware firmware,
                     Behaviour behaviour, PointOutput& output, std::function<void(const std::string&)> report,
                     ClientTimeouts timeouts)
    : context_(context),
      address_(address),
      timeouts_(timeouts),
      output_(output),
      dac_(std::move(firmware), behaviour, output),
      report_(std::move(report)),
      acceptor_(cli::listen_at(context, address.local)),
      accept_timer_(context),
      advance_timer_(context),
      announcement_timer_(context),
      second_client_timer_(context) {
  accept();
  announce_periodically();
}

DacServer::~DacServer() {
  end();
}

void DacServer::end() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  second_client_.reset();
  drop_client();
}

/// Blanks and closes the output first, then the connection.
void DacServer::drop_client() {
  if (!client_) return;
  dac_.disconnect();
  output_.close();
  client_->close();
  client_.reset();
}

Endpoint DacServer::local() const {
  const auto local = acceptor_.local_endpoint();
  return Endpoint::ipv4(local.address().to_v4().to_uint(), local.port());
}

/// After an error, for example if all file descriptors are in use, tries again a second later.
void DacServer::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) return retry_accept_later();
    cli::prevent_inheritance(socket.native_handle());
    on_client(std::move(socket));
    accept();
  });
}

void DacServer::retry_accept_later() {
  accept_timer_.expires_after(std::chrono::seconds(1));
  accept_timer_.async_wait([this](error_code error) {
    if (!error) accept();
  });
}

void DacServer::on_client(tcp::socket socket) {
  if (!client_) return serve(std::move(socket));
  if (is_abandoned()) {
    report_(fmt::format("{} has been silent; {} takes its place", client_name_, name_of(socket)));
    drop_client();
    return serve(std::move(socket));
  }
  hold_second_client(std::move(socket));
}

bool DacServer::is_abandoned() const {
  return !dac_.is_playing() && ClientConnection::Clock::now() - client_->last_received() >= timeouts_.silence;
}

void DacServer::hold_second_client(tcp::socket socket) {
  if (second_client_) return;  // one waits already: the socket is closed
  second_client_ = std::move(socket);
  second_client_timer_.expires_after(timeouts_.second_client);
  second_client_timer_.async_wait([this](error_code error) {
    if (error || !second_client_) return;
    report_(fmt::format("{} refused: {} plays here", name_of(*second_client_), client_name_));
    second_client_.reset();
  });
}

void DacServer::serve(tcp::socket socket) {
  client_name_ = name_of(socket);
  if (const std::string problem = output_.open(); !problem.empty())
    return report_(fmt::format("{} refused: {}", client_name_, problem));
  report_(fmt::format("{} connected", client_name_));
  client_ = std::make_shared<ClientConnection>(
      std::move(socket), dac_, [this] { schedule_advance(); }, [this] { on_end(); });
  client_->start();
}

void DacServer::on_end() {
  report_(fmt::format("{} disconnected", client_name_));
  drop_client();
  if (!second_client_) return;
  second_client_timer_.cancel();
  tcp::socket socket = *std::move(second_client_);
  second_client_.reset();
  serve(std::move(socket));
}

void DacServer::schedule_advance() {
  if (is_advancing_ || !dac_.is_playing()) return;
  is_advancing_ = true;
  advance_timer_.expires_after(kPeriod);
  advance_timer_.async_wait([this](error_code error) {
    if (error) return;
    is_advancing_ = false;
    const std::uint64_t before = dac_.underruns();
    dac_.advance(io::monotonic_now());
    if (dac_.underruns() != before) report_("underrun: no points from the client in time; dark");
    schedule_advance();
  });
}

std::vector<Route> DacServer::routes() const {
  const std::uint32_t from = address_.local.ipv4_address();
  std::vector<Route> routes;
  for (const Endpoint& to : address_.announce_to) routes.push_back({from, to});
  if (!routes.empty()) return routes;
  const auto survey = io::survey_interfaces();
  return broadcast_routes(from, kBroadcastPort, survey ? survey->usable : std::vector<NetworkInterface>{});
}

/// The network interfaces are queried each time, since they may change.
void DacServer::announce_once() {
  const std::uint16_t other_port = local().port;
  const bool is_free =
      announce(context_, routes(), other_port, encode_broadcast(dac_.firmware(), dac_.status()));
  if (!is_free && is_broadcast_port_free_)
    report_(fmt::format("another program does not share UDP port {}; announced from port {} instead",
                        kBroadcastPort, other_port));
  is_broadcast_port_free_ = is_free;
}

void DacServer::announce_periodically() {
  if (output_.is_present()) announce_once();
  announcement_timer_.expires_after(kAnnouncePeriod);
  announcement_timer_.async_wait([this](error_code error) {
    if (!error) announce_periodically();
  });
}

}  // namespace idn::etherdream
