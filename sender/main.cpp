// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "sender/command/commands.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_sender", [&] {
    CLI::App app("Streams laser samples to IDN receivers on time.\nA software aid, not a safety device.",
                 "idn_sender");
    app.require_subcommand(1);
    sender::Run run;
    sender::add_play(app, run);
    sender::add_pattern(app, run);
    sender::add_live(app, run);
    sender::add_export(app, run);
    sender::add_list(app, run);
    sender::add_scan(app, run);
    if (const auto code = cli::parse(app, argc, argv)) return *code;
    return run();
  });
}
