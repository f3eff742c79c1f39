// SPDX-License-Identifier: MIT
#include "client/engine/connection.hpp"

namespace idn::client {
namespace {

// Send queue of a socket that only one device uses.
constexpr std::size_t kMostDatagrams = 64;
constexpr std::size_t kMostOctets = std::size_t{256} << 10;

tl::unexpected<Fault> not_connected(const std::string& name, const SystemError& error) {
  // EACCES: a broadcast address, on a socket without SO_BROADCAST.
  if (error == std::errc::permission_denied)
    return fault(FaultCode::BadTarget, name + ": is a broadcast address, but a stream goes to one receiver",
                 "give the address of that receiver");
  return fault(FaultCode::Network, name + ": " + to_string(error), "check the name and the network");
}

}  // namespace

Expected<Connection> connect(const std::string& name, const Endpoint& receiver, const EngineOptions& options) {
  auto socket = io::SharedSocket::open(
      {.most_datagrams = kMostDatagrams, .most_octets = kMostOctets, .log = options.send_log});
  if (!socket) return fault(FaultCode::Network, to_string(socket.error()));
  const auto link = (*socket)->connect(receiver);
  if (!link) return not_connected(name, link.error());
  Connection connection{.transport = *link, .local = (*socket)->local()};
  if (options.kernel_pacing) {
    auto pacing = (*socket)->enable_kernel_pacing();
    if (!pacing) return fault(FaultCode::BadOption, to_string(pacing.error()));
    connection.pacing = *std::move(pacing);
  }
  connection.socket = *std::move(socket);
  return connection;
}

}  // namespace idn::client
