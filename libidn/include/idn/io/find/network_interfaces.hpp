// SPDX-License-Identifier: MIT
#pragma once

#include <system_error>
#include <vector>

#include "idn/network_interface.hpp"
#include "idn/result.hpp"

namespace idn::io {

/// The interfaces of this computer that a search for units can use now, and what is wrong with the others.
struct InterfaceList {
  std::vector<NetworkInterface> usable;  ///< in the order of the operating system; one per IPv4 address
  /// Those that are down, unplugged or without IPv4, and usable ones that cannot broadcast.
  std::vector<InterfaceProblem> problems;
};

/// @return the operating system's error
Result<InterfaceList> survey_interfaces();

}  // namespace idn::io
