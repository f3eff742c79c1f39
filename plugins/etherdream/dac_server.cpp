// SPDX-License-Identifier: MIT
#include "plugins/etherdream/dac_server.hpp"

#include <fmt/core.h>

#include <utility>

#include "idn/io/network_interfaces.hpp"
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
                     Behaviour behaviour, PointOutput& output, std::function<void(const std::string&)> tell,
                     ClientTimeouts timeouts)
    : context_(context),
      address_(address),
      timeouts_(timeouts),
      output_(output),
      dac_(std::move(firmware), behaviour, output),
      tell_(std::move(tell)),
      acceptor_(context, tcp::endpoint(asio::ip::address_v4(address.local.ipv4_address()), address.local.port)),
      rest_(context),
      period_(context),
      announcement_(context),
      waiting_(context) {
  accept();
  announce_again();
}

DacServer::~DacServer() {
  end();
}

void DacServer::end() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  next_.reset();
  drop_client();
}

/// The light first.
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

/// Where the system has no connection to give, such as for want of descriptors, it is asked again later.
void DacServer::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) return rest();
    on_client(std::move(socket));
    accept();
  });
}

void DacServer::rest() {
  rest_.expires_after(std::chrono::seconds(1));
  rest_.async_wait([this](error_code error) {
    if (!error) accept();
  });
}

void DacServer::on_client(tcp::socket socket) {
  if (!client_) return serve(std::move(socket));
  if (is_abandoned()) {
    tell_(fmt::format("{} has been silent; {} takes its place", client_name_, name_of(socket)));
    drop_client();
    return serve(std::move(socket));
  }
  await_place(std::move(socket));
}

bool DacServer::is_abandoned() const {
  return !dac_.is_playing() && Connection::Clock::now() - client_->heard() >= timeouts_.silence;
}

void DacServer::await_place(tcp::socket socket) {
  if (next_) return;  // turned away at once
  next_ = std::move(socket);
  waiting_.expires_after(timeouts_.second_client);
  waiting_.async_wait([this](error_code error) {
    if (error || !next_) return;
    tell_(fmt::format("{} refused: {} plays here", name_of(*next_), client_name_));
    next_.reset();
  });
}

void DacServer::serve(tcp::socket socket) {
  client_name_ = name_of(socket);
  if (const std::string problem = output_.open(); !problem.empty())
    return tell_(fmt::format("{} refused: {}", client_name_, problem));
  tell_(fmt::format("{} connected", client_name_));
  client_ =
      std::make_shared<Connection>(std::move(socket), dac_, [this] { keep_going(); }, [this] { on_end(); });
  client_->start();
}

void DacServer::on_end() {
  tell_(fmt::format("{} disconnected", client_name_));
  drop_client();
  if (!next_) return;
  waiting_.cancel();
  tcp::socket socket = *std::move(next_);
  next_.reset();
  serve(std::move(socket));
}

void DacServer::keep_going() {
  if (goes_ || !dac_.is_playing()) return;
  goes_ = true;
  period_.expires_after(kPeriod);
  period_.async_wait([this](error_code error) {
    if (error) return;
    goes_ = false;
    const std::uint64_t before = dac_.underruns();
    dac_.advance(io::monotonic_now());
    if (dac_.underruns() != before) tell_("underrun: no points from the client in time; dark");
    keep_going();
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

/// Networks come and go, so they are looked at anew each time.
void DacServer::announce_again() {
  if (output_.is_there()) announce(context_, routes(), encode_broadcast(dac_.firmware(), dac_.status()));
  announcement_.expires_after(kAnnouncePeriod);
  announcement_.async_wait([this](error_code error) {
    if (!error) announce_again();
  });
}

}  // namespace idn::etherdream
