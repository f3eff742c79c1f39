// SPDX-License-Identifier: MIT
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "sender/command/commands.hpp"
#include "sender/command/move_options.hpp"
#include "sender/source/ponk_content.hpp"

namespace idn::sender {
namespace {

struct PonkOptions : StreamOptions {
  PonkOptions() {
    hold = std::chrono::milliseconds(500);
    shows_newest = true;
  }

  std::uint32_t address = 0x7F000001;
  std::uint16_t port = ponk::kPort;
  std::string only{};
  bool is_armed = false;
};

constexpr const char* kRules = R"(
PONK (Pathes Over NetworK) carries paths from other programs, by multicast to 239.255.10.24 or to an address of
this machine. Dark without --arm, until a trigger says light (--on); dark where
no frame came for --hold, and dark at the end.

Paths are drawn in their order, at the speed of the scanners (--scanners) or slower (MAXSPEED, FIXSPEED below 1), a
beam that rests for SNGLPTIN samples; other hints are ignored. The first sender that comes plays until it is silent
for 0.3 s. Incomplete frames, and those older than the last one, are dropped. To dim, cut or limit what is shown,
see docs/output.md.

Anyone who can send to this port can show pictures. It is on this machine only, unless an ADDRESS is given; then it
is on the network of that address too, and on no other. A program of this machine that sends to the group by a
network reaches the address of that network, not loopback. 0.0.0.0 is every network, with the group on the one
that the system chooses.
)";

StreamPlan play_ponk(const PonkOptions& options) {
  if (asks_for_latency(options))
    throw cli::Failure(
        cli::kUsage,
        "--latency and --end-to-end are for samples; pictures by PONK wait for nothing, leave them out");
  auto content = std::make_unique<PonkContent>(
      DatagramContent::Plan{.address = options.address,
                            .port = options.port,
                            .duration = options.duration,
                            .group = ponk::kGroup},
      PonkContent::Options{.only = options.only,
                           .is_armed = options.is_armed,
                           .rate = SampleRate{static_cast<std::uint32_t>(options.rate)},
                           .moves = options.moves.timing()});
  const PonkContent& shown = *content;
  StreamPlan plan{.options = options, .content = std::move(content)};
  plan.title = "pictures by PONK";
  plan.listens_at = to_string(shown.place());
  plan.epilogue = [&shown] { shown.report(); };
  return plan;
}

}  // namespace

void add_ponk(const cli::CommandLine& app, const StreamContext& context) {
  const auto options = std::make_shared<PonkOptions>();
  const cli::CommandLine command = app.add_subcommand("ponk", "Stream pictures that come by PONK");
  command.add_option(
      "PORT",
      [options](const std::string& text) { parse_place("PORT", text, options->address, options->port); },
      "[ADDRESS:]PORT to receive at by UDP, and to join the group at; 10.0.0.5:5583 is reached from the "
      "network of this address [127.0.0.1:5583]");
  command
      .add_option("--only", options->only, "name of the PONK sender to play; without, the first one that comes")
      .type_name("NAME");
  command.add_flag("--arm", options->is_armed, "light from the first picture on");
  command.add_duration("--hold", options->hold, "dark when no frame came for so long [500ms]");
  const cli::Option fps = command.add_number("--fps", options->fps, 0.1, 1000, "frame mode: frames per second");
  add_move_options(command, options->moves);
  add_stream_options(command, *options);
  if (context.loop != nullptr) add_loop_options(command, *context.loop);
  command.footer(kRules);
  command.check([options, fps] {
    if (fps.is_given() && options->mode == StreamMode::Wave)
      throw cli::wrong_value("--fps", "is for frames; add --mode frame");
  });
  command.callback(
      [options, context] { context.on_chosen(options, [options] { return play_ponk(*options); }); });
}

}  // namespace idn::sender
