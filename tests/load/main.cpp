// SPDX-License-Identifier: MIT
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "load/flood.hpp"
#include "load/sessions.hpp"

namespace {

constexpr char kDescription[] =
    "Puts idn_server under load on loopback and tells whether it lost anything.\n"
    "Exit codes: 0 nothing lost, 1 something is not as it should be, 2 usage, 3 environment.";

void add_sessions(const idn::cli::CommandLine& app, std::function<int()>& run) {
  const auto options = std::make_shared<idn::load::SessionsOptions>();
  const auto command = app.add_subcommand("sessions", "many senders, each with its own socket and service");
  command.add_count("--sessions", options->sessions, 1, 255, "how many [64]");
  command.add_count("--rate", options->rate, 1000, 1'000'000, "samples per second of each [30k]");
  command.add_duration("--duration", options->duration, "for how long [60s]");
  command.callback([options, &run] { run = [options] { return idn::load::run_sessions(*options); }; });
}

void add_flood(const idn::cli::CommandLine& app, std::function<int()>& run) {
  const auto options = std::make_shared<idn::load::FloodOptions>();
  const auto command = app.add_subcommand("flood", "random and almost valid datagrams beside one good stream");
  command.add_count("--rate", options->rate, 1000, 10'000'000, "datagrams per second [100k]");
  command.add_duration("--duration", options->duration, "for how long [30s]");
  command.add_count("--seed", options->seed, 0, 1'000'000, "of everything that is left to chance [1]");
  command.callback([options, &run] { run = [options] { return idn::load::run_flood(*options); }; });
}

}  // namespace

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_load", [&] {
    cli::Program app("idn_load", kDescription);
    app.require_subcommand();
    std::function<int()> run;
    add_sessions(app, run);
    add_flood(app, run);
    if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
    return run();
  });
}
