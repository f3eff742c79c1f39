// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line.hpp"

/// The subcommands of idn_bench. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::bench {

using Run = std::function<int()>;

void add_machine(const cli::Command& app, Run& run);
void add_pacing(const cli::Command& app, Run& run);
void add_stall(const cli::Command& app, Run& run);
void add_fanout(const cli::Command& app, Run& run);
void add_clients(const cli::Command& app, Run& run);
void add_dark(const cli::Command& app, Run& run);
void add_devices(const cli::Command& app, Run& run);
void add_limits(const cli::Command& app, Run& run);
void add_pack(const cli::Command& app, Run& run);
void add_output(const cli::Command& app, Run& run);
void add_decode(const cli::Command& app, Run& run);
void add_ilda(const cli::Command& app, Run& run);
void add_parse(const cli::Command& app, Run& run);

/// Subcommands that idn_bench itself starts as child processes; not shown in the help.
void add_control(const cli::Command& app, Run& run);
void add_device_sender(const cli::Command& app, Run& run);
void add_busy(const cli::Command& app, Run& run);

}  // namespace idn::bench
