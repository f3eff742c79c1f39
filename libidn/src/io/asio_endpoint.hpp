// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>

#include "idn/endpoint.hpp"
#include "io/platform/datagram_batch.hpp"

namespace idn::io {

inline boost::asio::ip::udp::endpoint to_asio(const Endpoint& ipv4) {
  return {boost::asio::ip::address_v4(ipv4.ipv4_address()), ipv4.port};
}

/// Opens a socket for IPv4, which programs that this process starts do not inherit.
inline void open_udp(boost::asio::ip::udp::socket& socket, boost::system::error_code& error) {
  socket.open(boost::asio::ip::udp::v4(), error);
  if (!error) platform::keep_from_children(socket.native_handle());
}

}  // namespace idn::io
