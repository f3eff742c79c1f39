// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/network_interface.hpp"

namespace idn::etherdream {

/// Source and destination of an announcement.
struct Route {
  std::uint32_t from = 0;  ///< IPv4 address in host byte order, to which clients then connect
  Endpoint to{};

  friend bool operator==(const Route&, const Route&) = default;
};

/// Routes to the directed broadcast addresses of the networks of the DAC at `address`; 0 means all addresses of
/// this machine, and then loopback if it has no network.
std::vector<Route> broadcast_routes(std::uint32_t address, std::uint16_t port,
                                    const std::vector<NetworkInterface>& interfaces);

/// Sends `datagram` on each route, from an ephemeral port: the broadcast port is left to clients on this
/// machine, which listen there.
/// @return how many were sent
std::size_t announce(boost::asio::io_context& context, const std::vector<Route>& routes, ConstBytes datagram);

}  // namespace idn::etherdream
