// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "plugins/jack/session.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_jack", [&] {
    cli::Program app("idn_jack",
                     "Plays what other programs send by JACK as laser signals, one sample of audio for each "
                     "sample of light, to an IDN projector.\nA software aid, not a safety device.");
    jack::Options options;
    jack::add_options(app, options);
    if (const auto code = app.parse(argc, argv)) return *code;
    return jack::run(options);
  });
}
