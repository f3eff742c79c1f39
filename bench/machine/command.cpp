// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/command.hpp"
#include "bench/machine/description.hpp"
#include "bench/machine/noise_report.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"

namespace idn::bench {
namespace {

struct MachineOptions {
  Duration watch = std::chrono::seconds(2);
  std::string json;
};

int run_machine(const MachineOptions& options) {
  Table facts({"machine", ""}, 2);
  for (const auto& [name, value] : describe_machine()) facts.add({name, value});
  fmt::print("{}\n", facts.text());
  const Noise noise = measure_noise(options.watch);
  fmt::print("{}", noise.text());
  write_results(options.json, "machine", noise.json());
  return cli::kOk;
}

}  // namespace

void add_machine(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<MachineOptions>();
  const cli::CommandLine command = app.add_subcommand("machine", "What machine this is, and how quiet");
  command.add_duration("--duration,-d", options->watch, "how long to watch every core [2s]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_machine(*options); }; });
}

}  // namespace idn::bench
