// SPDX-License-Identifier: MIT
#include <memory>

#include "cli/command_line.hpp"
#include "idn/picture/sequence.hpp"
#include "sender/command/commands.hpp"
#include "sender/command/pattern_options.hpp"

namespace idn::sender {
namespace {

struct PatternStream : StreamOptions, PatternOptions {};

StreamPlan play_pattern(const PatternStream& options) {
  const SampleRate rate{static_cast<std::uint32_t>(options.rate)};
  StreamPlan plan = make_plan(std::make_unique<picture::SinglePicture>(draw(options, rate, options.moves)),
                              {.per_second = 0, .repeat = 0}, options);
  plan.title = options.name;
  return plan;
}

}  // namespace

void add_pattern(const cli::CommandLine& app, const StreamContext& context) {
  const auto options = std::make_shared<PatternStream>();
  const cli::CommandLine command = app.add_subcommand("pattern", "Stream a test pattern until interrupted");
  add_pattern_options(command, *options);
  const cli::Option fps = command.add_number("--fps", options->fps, 0.1, 1000, "frame mode: frames per second");
  add_stream_options(command, *options);
  add_move_options(command, options->moves);
  if (context.loop != nullptr) add_loop_options(command, *context.loop);
  command.check([options, fps] {
    if (fps.is_given() && options->mode == StreamMode::Wave)
      throw cli::wrong_value("--fps", "is for frames; add --mode frame");
  });
  command.callback(
      [options, context] { context.on_chosen(options, [options] { return play_pattern(*options); }); });
}

}  // namespace idn::sender
