// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cli/command_line.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/jack/levels.hpp"

namespace idn::jack {

/// What the command line says.
struct Options {
  std::string device;                 ///< of the settings, or any target; empty: the first
  std::string name = "idn";           ///< of the JACK client
  std::string server;                 ///< of JACK; empty: the usual one
  std::vector<Signal> extra_ports;    ///< beside x, y, r, g and b
  bool openlase = false;              ///< connects whoever has ports as openlase calls them
  std::string source;                 ///< connects this client, which has such ports
  std::optional<std::uint32_t> rate;  ///< of the device; nothing: JACK's
  bool transport = false;             ///< dark while that does not roll
  std::optional<Duration> duration;   ///< ends after that
};

void add_options(cli::Program& program, Options& options);

/// The settings with one device at most: the one that `name` means, by its name or target there or as any
/// target; the first one where `name` is empty, and what is found where there is none either.
plugins::Settings narrowed(plugins::Settings settings, const std::string& name);

}  // namespace idn::jack
