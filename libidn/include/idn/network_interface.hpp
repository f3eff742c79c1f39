// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

/// A network interface as a plain value, for engines that make no system calls.
namespace idn {

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
