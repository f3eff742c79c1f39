// SPDX-License-Identifier: MIT
#include "bench/command.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"

namespace {

constexpr char kDescription[] =
    "Measures this project beside plain loops and other implementations, on this machine.\n"
    "Exit codes: 0 measured, 1 something could not be measured, 2 usage, 3 environment.";

}  // namespace

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_bench", [&] {
    cli::Program app("idn_bench", kDescription);
    app.require_subcommand();
    bench::Run run;
    bench::add_machine(app, run);
    bench::add_pacing(app, run);
    bench::add_stall(app, run);
    bench::add_fanout(app, run);
    bench::add_clients(app, run);
    bench::add_dark(app, run);
    bench::add_devices(app, run);
    bench::add_limits(app, run);
    bench::add_pack(app, run);
    bench::add_output(app, run);
    bench::add_decode(app, run);
    bench::add_drawing(app, run);
    bench::add_ilda(app, run);
    bench::add_parse(app, run);
    bench::add_control(app, run);
    bench::add_device_sender(app, run);
    bench::add_busy(app, run);
    if (const auto code = app.parse(argc, argv)) return *code;
    return run();
  });
}
