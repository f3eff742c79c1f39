// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/time.hpp"
#include "idn/wire/service_map.hpp"

namespace idn::server {

struct Options {
  std::uint16_t port = kIdnPort;  ///< 0: a free one
  std::uint32_t address = 0;      ///< IPv4 to bind to, 0 for every interface
  std::string name;               ///< of the unit
  std::vector<wire::ServiceMapEntry> services;
  std::string record;  ///< capture file, empty for none
  std::optional<Duration> duration;
  bool json = false;
  bool quiet = false;
};

/// The options, or the exit code with which the program ends now.
std::variant<Options, int> parse_options(int argc, const char* const* argv);

/// "ID:TYPE" or "ID:TYPE:NAME" with the types laser, dmx and audio. Nothing for other text.
std::optional<wire::ServiceMapEntry> parse_service(std::string_view text);

}  // namespace idn::server
