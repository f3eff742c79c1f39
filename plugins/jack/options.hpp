// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cli/command_line.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/jack/levels.hpp"

namespace idn::jack {

/// Options of the command line.
struct JackOptions {
  std::string device;                 ///< a device of the settings, or any target; empty: the first
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

/// Reduces `settings` to one device: that with this name or target or, if there is none, `name` as the target
/// with the default settings. If `name` is empty: the first device; a list that is empty stays so, which means
/// all projectors that are found.
plugins::Settings with_one_device(plugins::Settings settings, const std::string& name);

}  // namespace idn::jack
