// SPDX-License-Identifier: MIT
#pragma once

#include "bench/pacing/contender.hpp"
#include "cli/command_line_fwd.hpp"

namespace idn::bench {

/// Those that were built together with this program.
Programs default_programs();

/// --sender and --peer.
void add_programs(CLI::App& command, Programs& programs);

}  // namespace idn::bench
