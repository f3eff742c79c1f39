// SPDX-License-Identifier: MIT
#include "idn_parser/measure/playback.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

template <class Event>
std::vector<Event> first_of(const std::vector<Event>& events) {
  const auto count = std::min(events.size(), PlaybackFacts::kKept);
  return {events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Gaps and losses stay dark with any buffer.
std::uint64_t late_ones(const std::vector<analysis::Underrun>& underruns) {
  return static_cast<std::uint64_t>(
      std::ranges::count(underruns, analysis::DarkCause::Late, &analysis::Underrun::cause));
}

constexpr std::uint32_t kLoss = 0x8000'0000;

}  // namespace

void Playback::add(const analysis::WaveArrival& chunk) {
  constexpr Duration kFarthest{std::int64_t{1} << 60};
  if (chunk.duration.count() <= 0) return;
  if (!first_) first_ = chunk;
  const Duration since_first = chunk.arrival - first_->arrival;
  if (std::chrono::abs(since_first) > kFarthest) {
    ++left_out_;
    return;
  }
  const analysis::DriftingClock own(first_->arrival, options_.clock_error_ppb);
  clock_.add(own.reading(chunk.arrival), chunk.media);
  level_over_time_.add(chunk.arrival, receiver_.add(chunk));
  traces_.push_back({since_first.count(), static_cast<std::uint32_t>(chunk.media.count()),
                     static_cast<std::uint32_t>(chunk.duration.count()) | (chunk.follows_loss ? kLoss : 0)});
}

PlaybackFacts Playback::facts() const {
  PlaybackFacts facts{.options = options_,
                      .totals = receiver_.totals(),
                      .level = receiver_.level(),
                      .underrun_count = receiver_.underruns().size(),
                      .overrun_count = receiver_.overruns().size(),
                      .underruns = first_of(receiver_.underruns()),
                      .overruns = first_of(receiver_.overruns()),
                      .level_over_time = level_over_time_,
                      .left_out = left_out_};
  const analysis::ReceiverBuffer smallest = smallest_buffer();
  facts.smallest = try_out(smallest);
  if (smallest.target > Duration{0})
    facts.below = try_out({smallest.target - smallest.target / 20, smallest.capacity});
  else if (smallest.capacity > Duration{0})
    facts.below = try_out({smallest.target, smallest.capacity - smallest.capacity / 20});
  return facts;
}

/// What analysis::smallest_buffer() says, without a list of all arrivals.
analysis::ReceiverBuffer Playback::smallest_buffer() const noexcept {
  return {.target = std::chrono::round<Duration>(clock_.start_delay()),
          .capacity = std::chrono::round<Duration>(2 * clock_.long_term_jitter())};
}

BufferTrial Playback::try_out(const analysis::ReceiverBuffer& buffer) const {
  analysis::VirtualReceiver receiver(buffer, options_.clock_error_ppb);
  std::int64_t media = first_ ? first_->media.count() : 0;
  for (const Trace& trace : traces_) {
    media = unwrap(static_cast<WireMicros>(trace.media), media);
    receiver.add({.arrival = first_->arrival + Duration(trace.arrival),
                  .media = std::chrono::microseconds(media),
                  .duration = std::chrono::microseconds(trace.duration_and_loss & ~kLoss),
                  .follows_loss = (trace.duration_and_loss & kLoss) != 0});
  }
  receiver.finish();
  return {buffer, late_ones(receiver.underruns()), receiver.overruns().size()};
}

}  // namespace idn::parser
