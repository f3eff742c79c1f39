// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "idn/endpoint.hpp"

namespace idn {

/// The addresses that share a prefix, as a plain value. IPv4 is stored as in Endpoint.
struct Subnet {
  std::array<std::uint8_t, 16> address{};  ///< bits behind the prefix do not matter
  unsigned prefix_bits = 128;              ///< 0..128; more count as 128

  /// `address` in host byte order, `prefix` 0 (every IPv4 address) to 32 (one address).
  static constexpr Subnet ipv4(std::uint32_t address, unsigned prefix) noexcept {
    return {Endpoint::ipv4(address, 0).address, 96 + (std::min)(prefix, 32u)};
  }

  /// Whether the address of `endpoint`, IPv4 or IPv6, has this prefix; its port does not matter.
  constexpr bool contains(const Endpoint& endpoint) const noexcept {
    const unsigned bits = (std::min)(prefix_bits, 128u);
    const unsigned whole = bits / 8;
    const unsigned rest = bits % 8;
    if (!std::equal(address.begin(), address.begin() + whole, endpoint.address.begin())) return false;
    return rest == 0 || (address[whole] ^ endpoint.address[whole]) >> (8 - rest) == 0;
  }

  friend constexpr bool operator==(const Subnet&, const Subnet&) = default;
};

}  // namespace idn
