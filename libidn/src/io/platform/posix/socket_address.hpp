// SPDX-License-Identifier: MIT
#pragma once

#include <netinet/in.h>

#include "idn/endpoint.hpp"

namespace idn::io::platform {

inline Endpoint to_endpoint(const in_addr& address, std::uint16_t port) noexcept {
  return Endpoint::ipv4(ntohl(address.s_addr), port);
}
inline Endpoint to_endpoint(const sockaddr_in& address) noexcept {
  return to_endpoint(address.sin_addr, ntohs(address.sin_port));
}

inline sockaddr_in to_sockaddr(const Endpoint& endpoint) noexcept {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(endpoint.port);
  address.sin_addr.s_addr = htonl(endpoint.ipv4_address());
  return address;
}

}  // namespace idn::io::platform
