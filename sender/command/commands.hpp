// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line_fwd.hpp"
#include "sender/show/act.hpp"

/// The subcommands of idn_sender. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::sender {

using Run = std::function<int()>;

/// Where commands that prepare an act are used: alone on a command line, or as a line of a show.
struct Stage {
  /// Called with the command that was chosen, which may throw cli::Failure when it is called in turn.
  std::function<void(std::function<Act()>)> chosen;
  LoopOptions* loop = nullptr;  ///< empty where the command does not choose how the loop runs
};

void add_play(CLI::App& app, const Stage& stage);
void add_pattern(CLI::App& app, const Stage& stage);
void add_live(CLI::App& app, const Stage& stage);
void add_show(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_list(CLI::App& app, Run& run);
void add_scan(CLI::App& app, Run& run);
void add_timers(CLI::App& app, Run& run);

}  // namespace idn::sender
