// SPDX-License-Identifier: MIT
#pragma once

#include "bench/pacing/contender.hpp"
#include "cli/command_line.hpp"

namespace idn::bench {

/// Those that were built together with this program.
Programs default_programs();

/// Adds --sender and --peer.
void add_programs(const cli::CommandLine& command, Programs& programs);

}  // namespace idn::bench
