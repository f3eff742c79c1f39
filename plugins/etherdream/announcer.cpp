// SPDX-License-Identifier: MIT
#include "plugins/etherdream/announcer.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/udp.hpp>

#include "cli/inheritance.hpp"
#include "plugins/etherdream/protocol.hpp"

namespace idn::etherdream {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;

constexpr std::uint32_t kLoopback = 0x7F00'0001;
constexpr std::uint32_t kLoopbackBroadcast = 0x7FFF'FFFF;

constexpr bool is_loopback(std::uint32_t address) noexcept {
  return address >> 24 == 0x7F;
}

/// Whether the datagram is for a socket at route.from with kBroadcastPort, which would take it from the client
/// there.
constexpr bool leads_back(const Route& route) noexcept {
  return route.to.port == kBroadcastPort && (route.from == 0 || route.from == route.to.ipv4_address());
}

/// @return false if another program has kBroadcastPort for itself
bool send(asio::io_context& context, const Route& route, std::uint16_t other_port, ConstBytes datagram) {
  boost::system::error_code error;
  udp::socket socket(context);
  const auto bind = [&](std::uint16_t port) {
    socket.bind(udp::endpoint(asio::ip::address_v4(route.from), port), error);
  };
  socket.open(udp::v4(), error);
  if (!error) cli::prevent_inheritance(socket.native_handle());
  if (!error) socket.set_option(asio::socket_base::broadcast(true), error);
  if (!error) socket.set_option(asio::socket_base::reuse_address(true), error);
  const auto is_in_use = [&] {
    return error == asio::error::address_in_use || error == asio::error::access_denied;
  };
  if (!error) bind(leads_back(route) ? other_port : kBroadcastPort);
  const bool is_taken = !leads_back(route) && is_in_use();
  if (is_taken) bind(other_port);
  if (is_in_use()) bind(0);
  const udp::endpoint to(asio::ip::address_v4(route.to.ipv4_address()), route.to.port);
  if (!error) socket.send_to(asio::buffer(datagram.data(), datagram.size()), to, 0, error);
  return !is_taken;
}

}  // namespace

std::vector<Route> broadcast_routes(std::uint32_t address, std::uint16_t port,
                                    const std::vector<NetworkInterface>& interfaces) {
  if (is_loopback(address)) return {{address, Endpoint::ipv4(kLoopbackBroadcast, port)}};
  std::vector<Route> routes;
  for (const auto& interface : interfaces) {
    if (!interface.can_broadcast || interface.is_loopback) continue;
    if (address == 0 || address == interface.address)
      routes.push_back({interface.address, Endpoint::ipv4(interface.directed_broadcast(), port)});
  }
  if (routes.empty() && address == 0) return {{kLoopback, Endpoint::ipv4(kLoopbackBroadcast, port)}};
  return routes;
}

bool announce(asio::io_context& context, const std::vector<Route>& routes, std::uint16_t other_port,
              ConstBytes datagram) {
  bool is_port_free = true;
  for (const Route& route : routes) is_port_free &= send(context, route, other_port, datagram);
  return is_port_free;
}

}  // namespace idn::etherdream
