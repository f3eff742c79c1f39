// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line.hpp"

/// The subcommands of idn_latency. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::latency {

using Run = std::function<int()>;

void add_measure(const cli::CommandLine& app, Run& run);
void add_estimate(const cli::CommandLine& app, Run& run);
void add_light(const cli::CommandLine& app, Run& run);

}  // namespace idn::latency
