// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>

#include "idn/endpoint.hpp"

namespace idn::io {

inline boost::asio::ip::udp::endpoint to_asio(const Endpoint& ipv4) {
  return {boost::asio::ip::address_v4(ipv4.ipv4_address()), ipv4.port};
}

}  // namespace idn::io
