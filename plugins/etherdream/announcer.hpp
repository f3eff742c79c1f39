// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"

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

/// Sends `datagram` on each route from kBroadcastPort, as DACs do: clients tell them apart by address and port.
/// A client on this machine may have that port for itself; then, and where the announcement would come back
/// here, it comes from `other_port`. Sockets are open only while they send, so at other times such a client can
/// start.
/// @return false if another program has kBroadcastPort for itself
bool announce(boost::asio::io_context& context, const std::vector<Route>& routes, std::uint16_t other_port,
              ConstBytes datagram);

}  // namespace idn::etherdream
