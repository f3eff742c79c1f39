// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "cli/command_line.hpp"
#include "sender/stream_plan.hpp"

/// The subcommands of idn_sender. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::sender {

using Run = std::function<int()>;

/// Context of commands that prepare a stream: alone on a command line, or as a line of a show.
struct StreamContext {
  /// Called with the options of the chosen command, which complete() has yet to complete, and a function that
  /// then prepares its stream; that function may throw cli::Failure.
  std::function<void(std::shared_ptr<StreamOptions>, std::function<StreamPlan()>)> on_chosen;
  LoopOptions* loop = nullptr;     ///< null if the command has no options of the loop, as a line of a show
  std::filesystem::path folder{};  ///< that of a show, where files of its lines are looked for; empty: this one
};

void add_play(const cli::CommandLine& app, const StreamContext& context);
void add_pattern(const cli::CommandLine& app, const StreamContext& context);
void add_live(const cli::CommandLine& app, const StreamContext& context);
void add_osc(const cli::CommandLine& app, const StreamContext& context);
void add_ponk(const cli::CommandLine& app, const StreamContext& context);
void add_show(const cli::CommandLine& app, Run& run);
void add_export(const cli::CommandLine& app, Run& run);
void add_list(const cli::CommandLine& app, Run& run);
void add_scan(const cli::CommandLine& app, Run& run);
void add_check(const cli::CommandLine& app, Run& run);
void add_identify(const cli::CommandLine& app, Run& run);
void add_venue(const cli::CommandLine& app, Run& run);
void add_timers(const cli::CommandLine& app, Run& run);
void add_doctor(const cli::CommandLine& app, Run& run);

}  // namespace idn::sender
