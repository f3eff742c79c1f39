// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>
#include <vector>

#include "idn/result.hpp"

namespace idn::io::platform {

/// A network interface as the operating system describes it. Addresses in host byte order.
struct SystemInterface {
  struct Ipv4 {
    std::uint32_t address = 0;
    std::uint32_t netmask = 0;
    std::uint32_t peer = 0;  ///< the other end of a point-to-point link, else 0
  };

  std::string name;
  std::uint32_t index = 0;  ///< as the system numbers it; 0: unknown
  bool is_up = false;
  bool has_link = false;
  bool can_broadcast = false;
  bool is_loopback = false;
  bool is_wireless = false;
  std::vector<Ipv4> addresses = {};
};

Result<std::vector<SystemInterface>> system_interfaces();

}  // namespace idn::io::platform
