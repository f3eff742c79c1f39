// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/network_interface.hpp"

namespace idn::etherdream {

/// Where a DAC is announced.
struct Route {
  std::uint32_t from = 0;  ///< IPv4 in host byte order: whom clients then connect to
  Endpoint to{};

  friend bool operator==(const Route&, const Route&) = default;
};

/// To everybody, at `port`, in the networks where the DAC at `address` is; 0 stands for all addresses of this
/// machine. On a machine without a network that is the machine itself.
std::vector<Route> broadcast_routes(std::uint32_t address, std::uint16_t port,
                                    const std::vector<NetworkInterface>& interfaces);

/// Sends `datagram` on each route, from any port: the one that clients listen at is theirs.
/// @return how many left
std::size_t announce(boost::asio::io_context& context, const std::vector<Route>& routes, ConstBytes datagram);

}  // namespace idn::etherdream
