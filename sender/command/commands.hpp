// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line.hpp"

/// The subcommands of idn_sender. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::sender {

using Run = std::function<int()>;

void add_play(CLI::App& app, Run& run);
void add_pattern(CLI::App& app, Run& run);
void add_live(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_list(CLI::App& app, Run& run);
void add_scan(CLI::App& app, Run& run);

}  // namespace idn::sender
