// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "idn/endpoint.hpp"

/// Which clients a unit talks to.
namespace idn::server {

/// An IPv4 network, in host byte order.
struct Network {
  std::uint32_t address = 0;
  unsigned prefix = 0;  ///< 0..32

  constexpr bool contains(const Endpoint& client) const noexcept {
    const std::uint32_t mask = prefix == 0 ? 0 : ~std::uint32_t{0} << (32 - prefix);
    return client.is_ipv4() && ((client.ipv4_address() ^ address) & mask) == 0;
  }

  friend constexpr bool operator==(const Network&, const Network&) = default;
};

/// "10.0.0.0/8", or an address alone for that address. Nothing for other text.
std::optional<Network> parse_network(std::string_view text);

/// An empty list allows everybody.
bool is_allowed(std::span<const Network> allowed, const Endpoint& client) noexcept;

/// Host byte order. Nothing for other text than an IPv4 address.
std::optional<std::uint32_t> parse_address(std::string_view text);

}  // namespace idn::server
