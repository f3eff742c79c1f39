// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "latency/command/commands.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_latency", [&] {
    cli::Program app("idn_latency",
                     "Measures the time from a decision to the light, and what each stage adds to it.");
    app.require_subcommand();
    latency::Run run;
    latency::add_measure(app, run);
    latency::add_estimate(app, run);
    latency::add_light(app, run);
    if (const auto code = app.parse(argc, argv)) return *code;
    return run();
  });
}
