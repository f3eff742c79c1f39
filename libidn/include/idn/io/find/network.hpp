// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"

namespace idn::io {

/// The interfaces of this computer that a search for units can use now, and what is wrong with the others.
struct InterfaceList {
  std::vector<NetworkInterface> usable;  ///< in the order of the operating system; one per IPv4 address
  /// Those that are down, unplugged or without IPv4, and usable ones that cannot broadcast.
  std::vector<InterfaceProblem> problems;
};

/// @return the operating system's error
IDN_EXPORT SystemResult<InterfaceList> survey_interfaces();

/// The first IPv4 address of `host`, a name or an address of four decimal numbers. Blocks, for names perhaps
/// for seconds.
/// Errors: those of the resolver; std::errc::invalid_argument for numbers that are no address, such
/// as 10.0.0.256.
IDN_EXPORT SystemResult<Endpoint> resolve(const std::string& host, std::uint16_t port);

}  // namespace idn::io
