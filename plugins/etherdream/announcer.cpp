// SPDX-License-Identifier: MIT
#include "plugins/etherdream/announcer.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/udp.hpp>

namespace idn::etherdream {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;

constexpr std::uint32_t kLoopback = 0x7F00'0001;
constexpr std::uint32_t kLoopbackBroadcast = 0x7FFF'FFFF;

constexpr bool is_loopback(std::uint32_t address) noexcept {
  return address >> 24 == 0x7F;
}

bool send(asio::io_context& context, const Route& route, ConstBytes datagram) {
  boost::system::error_code error;
  udp::socket socket(context);
  socket.open(udp::v4(), error);
  if (!error) socket.set_option(asio::socket_base::broadcast(true), error);
  if (!error) socket.bind(udp::endpoint(asio::ip::address_v4(route.from), 0), error);
  const udp::endpoint to(asio::ip::address_v4(route.to.ipv4_address()), route.to.port);
  if (!error) socket.send_to(asio::buffer(datagram.data(), datagram.size()), to, 0, error);
  return !error;
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

std::size_t announce(asio::io_context& context, const std::vector<Route>& routes, ConstBytes datagram) {
  return static_cast<std::size_t>(
      std::ranges::count_if(routes, [&](const Route& route) { return send(context, route, datagram); }));
}

}  // namespace idn::etherdream
