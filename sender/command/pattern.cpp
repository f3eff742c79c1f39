// SPDX-License-Identifier: MIT
#include <memory>

#include "sender/command/commands.hpp"
#include "sender/command/pattern_options.hpp"
#include "sender/source/pattern_sequence.hpp"
#include "sender/streamer.hpp"

namespace idn::sender {
namespace {

struct PatternStream : StreamOptions, PatternOptions {};

int stream_pattern(const PatternStream& options) {
  const SampleRate rate{static_cast<std::uint32_t>(options.rate)};
  return stream(std::make_unique<PatternSequence>(draw(options, rate)), {.per_second = 0, .repeat = 0},
                options);
}

}  // namespace

void add_pattern(CLI::App& app, Run& run) {
  const auto options = std::make_shared<PatternStream>();
  CLI::App& command = *app.add_subcommand("pattern", "Stream a test pattern until interrupted");
  add_pattern_options(command, *options);
  cli::add_number(command, "--fps", options->fps, 0.1, 1000, "frame mode: frames per second");
  add_stream_options(command, *options);
  command.callback([options, &run] { run = [options] { return stream_pattern(*options); }; });
}

}  // namespace idn::sender
