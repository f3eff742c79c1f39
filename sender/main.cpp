// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "sender/command/commands.hpp"
#include "sender/session.hpp"
#include "venue/venue.hpp"

namespace {

/// A single stream is run as a session of one.
idn::sender::StreamContext single_stream(idn::sender::LoopOptions& loop, idn::sender::Run& run) {
  const auto chosen = [&loop, &run](std::shared_ptr<idn::sender::StreamOptions> options,
                                    std::function<idn::sender::StreamPlan()> prepare) {
    run = [&loop, options, prepare] {
      complete(*options, venue_of(loop));
      std::vector<idn::sender::StreamPlan> plans;
      plans.push_back(prepare());
      return idn::sender::stream(std::move(plans), loop);
    };
  };
  return {.on_chosen = chosen, .loop = &loop};
}

}  // namespace

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_sender", [&] {
    cli::Program app("idn_sender",
                     "Streams laser samples to IDN receivers on time.\nA software aid, not a safety device.");
    app.require_subcommand();
    sender::Run run;
    sender::LoopOptions loop;
    sender::add_play(app, single_stream(loop, run));
    sender::add_pattern(app, single_stream(loop, run));
    sender::add_live(app, single_stream(loop, run));
    sender::add_osc(app, single_stream(loop, run));
    sender::add_ponk(app, single_stream(loop, run));
    sender::add_show(app, run);
    sender::add_export(app, run);
    sender::add_list(app, run);
    sender::add_scan(app, run);
    sender::add_venue(app, run);
    sender::add_check(app, run);
    sender::add_identify(app, run);
    sender::add_timers(app, run);
    sender::add_doctor(app, run);
    if (const auto code = app.parse(argc, argv)) return *code;
    return run();
  });
}
