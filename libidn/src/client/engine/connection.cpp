// SPDX-License-Identifier: MIT
#include "client/engine/connection.hpp"

namespace idn::client {
namespace {

// Send queue of a socket that only one device uses.
constexpr std::size_t kMostDatagrams = 64;
constexpr std::size_t kMostOctets = std::size_t{256} << 10;

std::string host_of(const Endpoint& endpoint) {
  const std::string text = to_string(endpoint);
  return text.substr(0, text.rfind(':'));
}

tl::unexpected<Fault> not_connected(const std::string& name, const SystemError& error) {
  // EACCES: a broadcast address, on a socket without SO_BROADCAST.
  if (error == std::errc::permission_denied)
    return fault(FaultCode::BadTarget, name + ": is a broadcast address, but a stream goes to one receiver",
                 "give the address of that receiver");
  return fault(FaultCode::Network, name + ": " + to_string(error), "check the name and the network");
}

tl::unexpected<Fault> not_paced(const SystemError& error) {
  return fault(FaultCode::BadOption, to_string(error));
}

}  // namespace

Expected<Connection> connect(const std::string& name, const Endpoint& receiver, const EngineOptions& options) {
  auto socket = io::SharedSocket::open(
      {.most_datagrams = kMostDatagrams, .most_octets = kMostOctets, .log = options.send_log});
  if (!socket) return fault(FaultCode::Network, to_string(socket.error()));
  const auto link = (*socket)->connect(receiver);
  if (!link) return not_connected(name, link.error());
  if (options.kernel_pacing)
    if (const auto pacing = (*socket)->enable_kernel_pacing(); !pacing) return not_paced(pacing.error());
  return Connection{
      .transport = *link, .retargetable = *link, .local = (*socket)->local(), .own_socket = *std::move(socket)};
}

Expected<Connection> connect(const std::string& name, const Location& place, bool kernel_pacing,
                             TickThread& thread) {
  io::SocketPool& sockets = thread.sockets();
  const auto link =
      place.unit ? sockets.open(*place.unit, place.at) : sockets.open(host_of(place.at), place.at.port);
  if (!link) return not_connected(name, link.error());
  if (kernel_pacing)
    if (const auto pacing = sockets.enable_kernel_pacing(); !pacing) return not_paced(pacing.error());
  return Connection{.transport = link->transport,
                    .retargetable = link->retargetable,
                    .local = link->local,
                    .thread = &thread};
}

}  // namespace idn::client
