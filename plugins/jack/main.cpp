// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "plugins/jack/session.hpp"

namespace {

constexpr const char* kManual = R"(
Signals
  x and y from -1 (left, bottom) to 1, r, g and b from 0 to 1, one sample of light for each of JACK. Latency, limits
  and arming are those of the venue file (docs/venue.md). It waits for server, projector and source in any order,
  and comes back to each of them; it never starts a server. Interruptions are dark for their length, and counted.

PipeWire
  Start it by pw-jack. The rate is that of PipeWire's graph, which pw-metadata changes:
  pw-metadata -n settings 0 clock.force-rate 30000

Exit codes
  0  ended as asked (SIGINT, SIGTERM, SIGHUP, --duration)
  2  usage, mistake in the venue file
  3  what it prints cannot be written

Examples
  idn_jack --openlase Left
  idn_jack --connect my_program --rate 30k 10.0.0.11
)";

}  // namespace

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_jack", [&] {
    cli::Program app("idn_jack",
                     "Plays what other programs send by JACK as laser signals, one sample of audio for each "
                     "sample of light, to an IDN projector.\nA software aid, not a safety device.");
    jack::JackOptions options;
    app.footer(kManual);
    jack::add_options(app, options);
    if (const auto code = app.parse(argc, argv)) return *code;
    return jack::run(options);
  });
}
