// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line_fwd.hpp"

/// The subcommands of idn_bench. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::bench {

using Run = std::function<int()>;

void add_machine(CLI::App& app, Run& run);
void add_pacing(CLI::App& app, Run& run);
void add_stall(CLI::App& app, Run& run);
void add_fanout(CLI::App& app, Run& run);
void add_pack(CLI::App& app, Run& run);
void add_decode(CLI::App& app, Run& run);
void add_ilda(CLI::App& app, Run& run);
void add_parse(CLI::App& app, Run& run);
/// Nothing where the viewer is not built.
void add_picture(CLI::App& app, Run& run);

/// What idn_bench starts as processes of their own; not shown in the help.
void add_control(CLI::App& app, Run& run);
void add_busy(CLI::App& app, Run& run);

}  // namespace idn::bench
