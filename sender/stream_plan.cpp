// SPDX-License-Identifier: MIT
#include "sender/stream_plan.hpp"

#include <algorithm>
#include <cmath>

#include "sender/source/picture_content.hpp"
#include "sender/source/shared_content.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

/// Media time that is queued before the first datagram leaves.
constexpr auto kPrefill = 20ms;

/// At most the capacity of the queue less a datagram: the device calls once more after the prefill, and then
/// needs room for a datagram.
std::size_t prefill(const StreamOptions& options) {
  return std::clamp<std::size_t>(options.rate * (kPrefill / 1ms) / 1000, 1,
                                 longest_wait(options) - samples_per_packet(options));
}

std::optional<std::uint64_t> limit(const StreamOptions& options, double per_second) {
  if (options.duration <= 0ns) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(in_seconds(options.duration) * per_second));
}

picture::PlayerOptions player_options(const PictureTiming& timing, const StreamOptions& options) {
  return {{static_cast<std::uint32_t>(options.rate)}, timing.per_second, timing.repeat, options.moves.timing()};
}

StreamPlan make_frame_plan(std::unique_ptr<picture::Sequence> sequence, const PictureTiming& timing,
                           const StreamOptions& options) {
  std::optional<double> samples;
  if (const auto pictures = sequence->pictures(); pictures > 0)
    samples = static_cast<double>(sequence->samples()) / static_cast<double>(pictures);
  return {.options = options,
          .content = std::make_unique<PictureContent>(
              std::move(sequence),
              PictureContent::Plan{
                  .repeat = timing.repeat, .limit = limit(options, options.fps), .format = options.format}),
          .samples_per_picture = samples};
}

SampleContent::Plan sample_plan(const StreamOptions& options) {
  return {.prefill = prefill(options), .limit = limit(options, static_cast<double>(options.rate))};
}

}  // namespace

StreamPlan make_plan(std::unique_ptr<stream::SampleSource> source, const StreamOptions& options,
                     BacklogCallbacks backlog) {
  SampleContent::Plan plan = sample_plan(options);
  plan.backlog = std::move(backlog);
  return {.options = options, .content = std::make_unique<SampleContent>(std::move(source), plan)};
}

StreamPlan make_shared_plan(const std::string& name, const StreamOptions& options) {
  auto content = std::make_unique<SharedContent>(name, options.duration);
  const SharedContent& played = *content;
  return {
      .options = options, .content = std::move(content), .epilogue = [&played] { played.report_writers(); }};
}

StreamPlan make_plan(std::unique_ptr<picture::Sequence> sequence, const PictureTiming& timing,
                     const StreamOptions& options) {
  if (options.mode == StreamMode::Frame) return make_frame_plan(std::move(sequence), timing, options);
  return make_plan(
      std::make_unique<picture::SequencePlayer>(std::move(sequence), player_options(timing, options)), options);
}

StreamPlan make_plan(std::unique_ptr<CueSequence> cues, const PictureTiming& timing,
                     const StreamOptions& options) {
  CueSequence& called = *cues;
  StreamPlan plan;
  if (options.mode == StreamMode::Frame) {
    plan = make_frame_plan(std::move(cues), timing, options);
  } else {
    auto player = std::make_unique<CuePlayer>(std::move(cues), player_options(timing, options));
    CuePlayer& playing = *player;
    SampleContent::Plan samples = sample_plan(options);
    samples.expect = [&playing](TimePoint sent_at, SampleRate rate) { playing.expect(sent_at, rate); };
    plan = {.options = options, .content = std::make_unique<SampleContent>(std::move(player), samples)};
    plan.cue_player = &playing;
  }
  plan.cues = &called;
  return plan;
}

}  // namespace idn::sender
