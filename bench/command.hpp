// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line.hpp"

/// The subcommands of idn_bench. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::bench {

using Run = std::function<int()>;

void add_machine(const cli::CommandLine& app, Run& run);
void add_pacing(const cli::CommandLine& app, Run& run);
void add_stall(const cli::CommandLine& app, Run& run);
void add_fanout(const cli::CommandLine& app, Run& run);
void add_clients(const cli::CommandLine& app, Run& run);
void add_dark(const cli::CommandLine& app, Run& run);
void add_devices(const cli::CommandLine& app, Run& run);
void add_limits(const cli::CommandLine& app, Run& run);
void add_pack(const cli::CommandLine& app, Run& run);
void add_output(const cli::CommandLine& app, Run& run);
void add_decode(const cli::CommandLine& app, Run& run);
void add_drawing(const cli::CommandLine& app, Run& run);
void add_ilda(const cli::CommandLine& app, Run& run);
void add_parse(const cli::CommandLine& app, Run& run);

/// Subcommands that idn_bench itself starts as child processes; not shown in the help.
void add_control(const cli::CommandLine& app, Run& run);
void add_device_sender(const cli::CommandLine& app, Run& run);
void add_busy(const cli::CommandLine& app, Run& run);

}  // namespace idn::bench
