// SPDX-License-Identifier: MIT
#include "sender/show/act.hpp"

#include <cmath>

#include "sender/source/frame_feed.hpp"
#include "sender/source/sample_feed.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

/// Media time that lies ready before the first datagram leaves.
constexpr auto kPrefill = 20ms;

std::optional<std::uint64_t> limit(const StreamOptions& options, double per_second) {
  if (options.duration <= 0ns) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(in_seconds(options.duration) * per_second));
}

}  // namespace

Act make_act(std::unique_ptr<stream::SampleSource> source, const StreamOptions& options) {
  auto feed = std::make_unique<SampleFeed>(
      *source, SampleFeed::Plan{.prefill = static_cast<std::size_t>(options.rate * (kPrefill / 1ms) / 1000),
                                .limit = limit(options, static_cast<double>(options.rate))});
  return {.options = options, .source = std::move(source), .feed = std::move(feed), .epilogue = {}};
}

Act make_act(std::unique_ptr<picture::Sequence> sequence, const PictureTiming& timing,
             const StreamOptions& options) {
  if (options.mode == StreamMode::Wave)
    return make_act(std::make_unique<picture::Player>(
                        std::move(sequence),
                        picture::PlayerOptions{
                            {static_cast<std::uint32_t>(options.rate)}, timing.per_second, timing.repeat}),
                    options);
  auto feed = std::make_unique<FrameFeed>(
      std::move(sequence),
      FrameFeed::Plan{.repeat = timing.repeat,
                      .limit = limit(options, options.fps),
                      .redraw = options.once ? stream::FrameRepeat::Once : stream::FrameRepeat::UntilNext});
  return {.options = options, .source = nullptr, .feed = std::move(feed), .epilogue = {}};
}

}  // namespace idn::sender
