// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "idn/endpoint.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/etherdream/dac.hpp"

namespace idn::etherdream {

/// What the command line asks for.
struct Options {
  std::vector<std::string> targets;      ///< none: those of the settings, or all that are found
  std::vector<std::uint32_t> addresses;  ///< one for each projector; none: one projector, at all addresses
  std::vector<Endpoint> announce_to;     ///< none: everybody in the networks of each DAC
  std::uint16_t port = kCommandPort;     ///< 0: any free one
  Firmware firmware{};                   ///< all DACs tell the same, but for the hardware address
  Behaviour behaviour{};
  bool json = false;
};

/// @return the options, or the exit code where the program should end now
std::variant<Options, int> parse_options(int argc, const char* const* argv);

/// The projectors that were asked for: with what `settings` say of them, else with their defaults.
plugins::Settings choose_projectors(plugins::Settings settings, const std::vector<std::string>& targets);

/// Made of the name of a projector, so that it stays the same: a locally administered address that no hardware
/// has.
std::array<std::uint8_t, 6> hardware_address(const std::string& target) noexcept;

}  // namespace idn::etherdream
