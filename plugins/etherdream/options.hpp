// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "idn/endpoint.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/etherdream/dac.hpp"

namespace idn::etherdream {

/// Options of the command line.
struct BridgeOptions {
  std::vector<std::string> targets;      ///< none: those of the settings, or all that are found
  std::vector<std::uint32_t> addresses;  ///< one for each projector; none: one projector, at all addresses
  std::vector<Endpoint> announce_to;     ///< none: broadcast in the networks of each DAC
  std::uint16_t port = kCommandPort;     ///< 0: any free one
  Firmware firmware{};                   ///< the same for all DACs, except for the MAC address
  Behaviour behaviour{};
  bool json = false;
};

/// @return the options, or the exit code if the program must end now
std::variant<BridgeOptions, int> parse_options(int argc, const char* const* argv);

/// Reduces the devices of `settings` to `targets`, in their order; those that it does not list get its
/// defaults. Without targets `settings` is unchanged.
plugins::Settings choose_projectors(plugins::Settings settings, const std::vector<std::string>& targets);

/// A locally administered MAC address, which no hardware has, derived from the target so that it stays the
/// same.
std::array<std::uint8_t, 6> hardware_address(const std::string& target) noexcept;

}  // namespace idn::etherdream
