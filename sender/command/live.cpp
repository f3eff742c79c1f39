// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "cli/text.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "sender/command/commands.hpp"
#include "sender/sample_codec_option.hpp"
#include "sender/source/live_input.hpp"

namespace idn::sender {
namespace {

struct LiveOptions : StreamOptions {
  LiveOptions() { usual_latency = std::chrono::milliseconds(20); }

  wire::SampleCodec layout = wire::SampleFormat::Xyrgb16;
  std::string shared{};  ///< name of a ring, instead of standard input
};

constexpr const char* kLayouts = R"(
Layout of the input: one sample after the other, no header, no padding, all values big endian.
  xyrgb16  10 octets  int16 x, int16 y, uint16 red, uint16 green, uint16 blue
  xyrgbi    8 octets  int16 x, int16 y, uint8 red, uint8 green, uint8 blue, uint8 intensity
  xyrgb     7 octets  int16 x, int16 y, uint8 red, uint8 green, uint8 blue
  isp-db25 14 octets  uint8 hint (1: shutter open), uint8 intensity, red, green, blue, deep blue, yellow, cyan,
                      int16 x, int16 y, int16 x prime (x for the right eye)
  extended 20 octets  int16 x, int16 y, uint16 red, green, blue, intensity, deep blue, yellow, cyan, int16 x prime
  Any other: the tags of an IDN dictionary, for example 4200,4010,4210,4010,4220,4010,527E,5214,51CC with z
x runs from -32768 (left) to 32767 (right), y from -32768 (bottom) to 32767 (top); colours from 0 (off) to full
scale. Samples play at --rate. A faster writer blocks on the pipe; while a slower one is late, the laser is dark.
The end of the input ends the stream.

The pipe is a buffer too, in addition to --latency. So it is made as small as the system allows: on Linux a page,
4096 octets, which is 13.7 ms of xyrgb16 at 30k samples per second and 4.1 ms at 100k. Samples that were in it
before are played first; with --latency they are dropped, unless the writer has closed the pipe. Writers should
flush after a few samples, since their own buffer adds latency as well.

Example, ten seconds of a white circle, 50 turns per second:
  python3 -c 'import math, struct, sys; [sys.stdout.buffer.write(struct.pack(">hhHHH", \
    int(16000 * math.cos(i * math.pi / 1000)), int(16000 * math.sin(i * math.pi / 1000)), \
    65535, 65535, 65535)) for i in range(1000000)]' | idn_sender live
)";

void report_leftover(const LiveInput& input) {
  if (input.leftover() > 0)
    fmt::print(stderr,
               "idn_sender: the input ended inside a sample; dropped its last {} octets; check --layout\n",
               input.leftover());
}

StreamPlan play_shared(const LiveOptions& options) {
  if (options.layout != wire::SampleCodec(wire::SampleFormat::Xyrgb16))
    throw cli::Failure(cli::kUsage, "--layout is for standard input; leave it out with --shared");
  if (options.underrun_probability > 0)
    throw cli::Failure(cli::kUsage,
                       "--latency auto is for standard input: who writes by --shared knows how much "
                       "waits; leave it out or give a time");
  StreamPlan plan = make_shared_plan(options.shared, options);
  plan.title = cli::printable(options.shared);
  return plan;
}

/// With --latency or --end-to-end samples that piled up before the start are dropped; without it none is, as
/// suits a file on a pipe.
BacklogCallbacks backlog_callbacks(LiveInput& input, const LiveOptions& options) {
  if (!asks_for_latency(options)) return {};
  const SampleRate rate{static_cast<std::uint32_t>(options.rate)};
  return {
      .before_prefill = [&input, rate, opened = io::monotonic_now()](
                            stop_token stop) { input.catch_up(rate, opened, std::move(stop)); },
      .on_start = [&input](std::size_t room, stop_token stop) { input.keep_newest(room, std::move(stop)); }};
}

void report_dropped(const LiveInput& input) {
  if (input.dropped() > 0)
    fmt::print(
        stderr,
        "idn_sender: dropped {} samples that waited when the stream began; without --latency all are played\n",
        input.dropped());
}

StreamPlan play_live(const LiveOptions& options, bool has_standard_input) {
  if (options.mode == StreamMode::Frame)
    throw cli::Failure(cli::kUsage, "raw samples have no frames; stream them as waves, without --mode frame");
  if (!options.shared.empty()) return play_shared(options);
  if (!has_standard_input)
    throw cli::Failure(cli::kUsage, "a show has no standard input; use live --shared NAME");
  if (cli::is_terminal(stdin))
    throw cli::Failure(
        cli::kUsage,
        "standard input is a terminal; pipe raw samples into this program; see idn_sender live --help");
  auto input = std::make_unique<LiveInput>(kStandardInput, options.layout);
  LiveInput& read = *input;
  StreamPlan plan = make_plan(std::move(input), options, backlog_callbacks(read, options));
  plan.title = "standard input";
  plan.epilogue = [&read] {
    report_dropped(read);
    report_leftover(read);
  };
  return plan;
}

}  // namespace

void add_live(const cli::CommandLine& app, const StreamContext& context) {
  const auto options = std::make_shared<LiveOptions>();
  const cli::CommandLine command =
      app.add_subcommand("live", "Stream raw samples from standard input, or from shared memory");
  add_sample_codec(command, "--layout", options->layout,
                   fmt::format("of the input: {} [xyrgb16]", kCodecNames));
  command
      .add_option("--shared", options->shared,
                  "read shared memory instead of standard input: programs that write pictures or samples "
                  "connect to this Unix socket, a path or a name in $XDG_RUNTIME_DIR; see docs/shared.md")
      .type_name("NAME");
  add_stream_options(command, *options);
  if (context.loop != nullptr) add_loop_options(command, *context.loop);
  command.footer(kLayouts);
  command.callback([options, context] {
    context.on_chosen(
        options, [options, is_single = context.loop != nullptr] { return play_live(*options, is_single); });
  });
}

}  // namespace idn::sender
