// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "latency/command/commands.hpp"

namespace idn::latency {

void add_measure(const cli::Command& app, Run& run) {
  const cli::Command command = app.add_subcommand("measure", "What has not been built yet");
  command.callback([&run] { run = [] { return cli::kOk; }; });
}

}  // namespace idn::latency
