// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

#include "idn/export.hpp"

/// Addresses and network interfaces as plain values, for engines that make no system calls.
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
IDN_EXPORT std::string to_string(const Endpoint& endpoint);

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

/// One IPv4 address of one interface. All addresses in host byte order.
struct NetworkInterface {
  std::string name;                    ///< as the operating system calls it: "eth0"
  std::uint32_t address = 0;           ///< 0: no address of its own, the routing table chooses
  std::uint32_t netmask = 0xFFFFFFFF;  ///< 0: every address is on this network
  std::uint32_t peer = 0;              ///< the other end of a point-to-point link, else 0
  bool can_broadcast = false;          ///< has a broadcast address
  bool is_loopback = false;            ///< reaches this machine only
  bool is_wireless = false;            ///< false also where the operating system does not report it

  /// Whether `other` is reached without a router.
  constexpr bool contains(std::uint32_t other) const noexcept {
    return ((other ^ address) & netmask) == 0 || (peer != 0 && other == peer);
  }

  /// The address of all hosts of this network, for instance 192.168.1.255.
  constexpr std::uint32_t directed_broadcast() const noexcept { return address | ~netmask; }

  friend bool operator==(const NetworkInterface&, const NetworkInterface&) = default;
};

/// An interface on which a search for units is impossible or incomplete, and why.
struct InterfaceProblem {
  std::string name;    ///< as the operating system calls it: "eth0"
  std::string reason;  ///< one sentence fragment for users

  friend bool operator==(const InterfaceProblem&, const InterfaceProblem&) = default;
};

}  // namespace idn
