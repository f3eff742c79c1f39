// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

namespace idn {

/// The UDP port of every IDN unit (section 1.1).
inline constexpr std::uint16_t kIdnPort = 7255;

/// A UDP address as a plain value, for engines that use no sockets. IPv4 is stored as an IPv4-mapped IPv6
/// address: ten octets 0, two octets 255, then the four octets of IPv4.
struct Endpoint {
  std::array<std::uint8_t, 16> address{};  ///< IPv6 in network order; IPv4 as IPv4-mapped
  std::uint16_t port = 0;                  ///< UDP

  /// `address` in host byte order.
  static constexpr Endpoint ipv4(std::uint32_t address, std::uint16_t port) noexcept {
    // Initialised as a whole: wide loads after stores of single octets stall, since store forwarding fails, and
    // captures have two endpoints in each packet.
    const auto octet = [=](int shift) { return static_cast<std::uint8_t>(address >> shift); };
    return {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, octet(24), octet(16), octet(8), octet(0)}, port};
  }

  /// Whether the address is an IPv4-mapped one.
  constexpr bool is_ipv4() const noexcept {
    for (std::size_t i = 0; i < 10; ++i)
      if (address[i] != 0) return false;
    return address[10] == 0xFF && address[11] == 0xFF;
  }

  /// Host byte order. Meaningful only when is_ipv4().
  constexpr std::uint32_t ipv4_address() const noexcept {
    std::uint32_t value = 0;
    for (std::size_t i = 12; i < 16; ++i) value = value << 8 | address[i];
    return value;
  }

  /// Compares 64-bit halves instead of calling memcmp(), since it runs several times per packet.
  friend constexpr bool operator==(const Endpoint& a, const Endpoint& b) noexcept {
    using Halves = std::array<std::uint64_t, 2>;
    const auto left = std::bit_cast<Halves>(a.address), right = std::bit_cast<Halves>(b.address);
    return left[0] == right[0] && left[1] == right[1] && a.port == b.port;
  }
  friend constexpr auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

/// "192.168.1.10:7255", or "[0:0:0:0:0:0:0:1]:7255" for IPv6.
std::string to_string(const Endpoint& endpoint);

}  // namespace idn
