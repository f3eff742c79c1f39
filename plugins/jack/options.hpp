// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cli/command_line.hpp"
#include "plugins/jack/levels.hpp"
#include "venue/venue.hpp"

namespace idn::jack {

/// Options of the command line.
struct JackOptions {
  std::string projector;              ///< one of the venue, or any target; empty: the first
  std::string venue_file;             ///< see load_venue()
  std::string name = "idn";           ///< of the JACK client
  std::string server;                 ///< of JACK; empty: the default server
  std::vector<Signal> extra_ports;    ///< besides x, y, r, g and b
  bool openlase = false;              ///< connects libol, or the first client with openlase's port names
  std::string source;                 ///< connects this client, which has those port names
  std::optional<std::uint32_t> rate;  ///< of the device; none: JACK's
  bool transport = false;             ///< dark while JACK's transport does not roll
  std::optional<Duration> duration;   ///< ends after this time
};

void add_options(cli::Program& program, JackOptions& options);

/// Reduces `venue` to one projector, see Venue::find(). If `name` is empty: to the first one; a list that is
/// empty stays so, which means all projectors that are found.
Venue with_one_projector(Venue venue, const std::string& name);

}  // namespace idn::jack
