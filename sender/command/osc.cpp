// SPDX-License-Identifier: MIT
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "sender/command/commands.hpp"
#include "sender/source/osc_content.hpp"

namespace idn::sender {
namespace {

struct OscOptions : StreamOptions {
  OscOptions() {
    hold = std::chrono::milliseconds(500);
    shows_newest = true;
  }

  std::uint32_t address = 0x7F000001;
  std::uint16_t port = 0;
};

constexpr const char* kMessages = R"(
Dark until it is armed, dark where no picture came for --hold, and dark at the end. Messages:
  /arm          light from now on; with the number 0 it is /dark
  /dark         dark with the next datagram, until /arm; with the number 0 nothing, as of a button that is let go
  /point X Y R G B            a beam that rests
  /frame X Y R G B ...        a picture, five numbers for each sample
  /frame BLOB                 a picture of xyrgb16, as of idn_sender live
  /LSX_0/Frame BLOB           a frame as the program LSX sends it, in one message or in several
x and y are -1 to 1, colours 0 to 1, as numbers of any type. The newest picture is drawn again and again until the
next one comes. A bundle is obeyed at once, whatever time it is meant for; a datagram of which any part is not OSC is
left out as a whole. To dim, cut or limit what is shown, see docs/output.md.

Anyone who can send to this port can light the laser: it is on this machine only, unless an ADDRESS is given.
)";

StreamPlan play_osc(const OscOptions& options) {
  if (asks_for_latency(options))
    throw cli::Failure(
        cli::kUsage,
        "--latency and --end-to-end are for samples; pictures by OSC wait for nothing, leave them out");
  auto content = std::make_unique<OscContent>(
      OscContent::Plan{.address = options.address, .port = options.port, .duration = options.duration});
  const OscContent& shown = *content;
  StreamPlan plan{.options = options, .content = std::move(content)};
  plan.title = "pictures by OSC";
  plan.listens_at = to_string(shown.place());
  plan.is_armed_by_content = true;
  plan.epilogue = [&shown] { shown.report(); };
  return plan;
}

}  // namespace

void add_osc(const cli::CommandLine& app, const StreamContext& context) {
  const auto options = std::make_shared<OscOptions>();
  const cli::CommandLine command = app.add_subcommand("osc", "Stream pictures that come by OSC");
  command
      .add_option(
          "PORT",
          [options](const std::string& text) { parse_place("PORT", text, options->address, options->port); },
          "[ADDRESS:]PORT to receive at by UDP; 0.0.0.0:PORT is reached from other machines too")
      .required();
  command.add_duration("--hold", options->hold, "dark when no picture came for so long [500ms]");
  const cli::Option fps = command.add_number("--fps", options->fps, 0.1, 1000, "frame mode: frames per second");
  add_stream_options(command, *options);
  if (context.loop != nullptr) add_loop_options(command, *context.loop);
  command.footer(kMessages);
  command.check([options, fps] {
    if (fps.is_given() && options->mode == StreamMode::Wave)
      throw cli::wrong_value("--fps", "is for frames; add --mode frame");
  });
  command.callback(
      [options, context] { context.on_chosen(options, [options] { return play_osc(*options); }); });
}

}  // namespace idn::sender
