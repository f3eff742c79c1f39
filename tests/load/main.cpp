// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "load/flood.hpp"
#include "load/sessions.hpp"

namespace {

constexpr char kDescription[] =
    "Puts idn_server under load on loopback and tells whether it lost anything.\n"
    "Exit codes: 0 nothing lost, 1 something is not as it should be, 2 usage, 3 environment.";

CLI::App& add_sessions(CLI::App& app, idn::load::SessionsOptions& options) {
  auto& command = *app.add_subcommand("sessions", "many senders, each with its own socket and service");
  command.add_option("--sessions", options.sessions, "how many")
      ->check(CLI::Range(1, 255))
      ->capture_default_str();
  idn::cli::add_count(command, "--rate", options.rate, 1000, 1'000'000,
                      "samples per second of each; default 30k");
  idn::cli::add_duration(command, "--duration", options.duration, "for how long; default 60s");
  return command;
}

CLI::App& add_flood(CLI::App& app, idn::load::FloodOptions& options) {
  auto& command = *app.add_subcommand("flood", "random and almost valid datagrams beside one good stream");
  idn::cli::add_count(command, "--rate", options.rate, 1000, 10'000'000, "datagrams per second; default 100k");
  idn::cli::add_duration(command, "--duration", options.duration, "for how long; default 30s");
  command.add_option("--seed", options.seed, "of everything that is left to chance")->capture_default_str();
  return command;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_load", [&] {
    load::SessionsOptions sessions;
    load::FloodOptions flood;
    CLI::App app{kDescription, "idn_load"};
    app.require_subcommand(1);
    auto& sessions_command = add_sessions(app, sessions);
    add_flood(app, flood);
    if (const auto exit_code = cli::parse(app, argc, argv)) return *exit_code;
    return sessions_command.parsed() ? load::run_sessions(sessions) : load::run_flood(flood);
  });
}
