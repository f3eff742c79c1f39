// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "idn/endpoint.hpp"
#include "plugins/etherdream/dac.hpp"
#include "venue/venue.hpp"

namespace idn::etherdream {

/// Options of the command line.
struct BridgeOptions {
  std::vector<std::string> targets;      ///< none: those of the venue, or all that are found
  std::string venue_file;                ///< see load_venue()
  std::vector<std::uint32_t> addresses;  ///< one for each projector; none: one projector, at all addresses
  std::vector<Endpoint> announce_to;     ///< none: broadcast in the networks of each DAC
  std::uint16_t port = kCommandPort;     ///< 0: any free one
  Firmware firmware{};                   ///< the same for all DACs, except for the MAC address
  Behaviour behaviour{};
  bool json = false;
};

/// @return the options, or the exit code if the program must end now
std::variant<BridgeOptions, int> parse_options(int argc, const char* const* argv);

/// Reduces the projectors of `venue` to `targets`, in their order, see Venue::find(). Without targets `venue`
/// is unchanged.
Venue choose_projectors(Venue venue, const std::vector<std::string>& targets);

/// A locally administered MAC address, which no hardware has, derived from the target so that it stays the
/// same.
std::array<std::uint8_t, 6> hardware_address(const std::string& target) noexcept;

}  // namespace idn::etherdream
