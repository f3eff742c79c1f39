// SPDX-License-Identifier: MIT
#include "idn_parser/measure/playback.hpp"

#include <algorithm>
#include <utility>

namespace idn::parser {
namespace {

template <class Event>
std::vector<Event> first_of(const std::vector<Event>& events) {
  const auto count = std::min(events.size(), PlaybackFacts::kKept);
  return {events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

void Playback::add(const analysis::ArrivedChunk& chunk) {
  constexpr Duration kLongestElapsed{std::int64_t{1} << 60};
  if (chunk.duration.count() <= 0) return;
  if (!first_) first_ = chunk;
  const Duration since_first = chunk.arrival - first_->arrival;
  if (std::chrono::abs(since_first) > kLongestElapsed) {
    ++out_of_range_;
    return;
  }
  const analysis::DriftingClock own(first_->arrival, options_.clock_error_ppb);
  clock_.add(own.reading(chunk.arrival), chunk.media);
  level_over_time_.add(chunk.arrival, receiver_.add(chunk));
  const auto duration = std::min<std::int64_t>(chunk.duration.count(), StoredChunk::kLongest);
  stored_chunks_.push_back({since_first.count(), static_cast<std::uint32_t>(chunk.media.count()),
                            static_cast<std::uint32_t>(duration) & StoredChunk::kLongest, chunk.follows_loss,
                            chunk.is_late, std::exchange(follows_stop_, false)});
}

void Playback::stop() {
  receiver_.finish();
  follows_stop_ = true;
}

PlaybackFacts Playback::facts() const {
  PlaybackFacts facts{.options = options_,
                      .totals = receiver_.totals(),
                      .level = receiver_.level(),
                      .underruns = first_of(receiver_.underruns()),
                      .overruns = first_of(receiver_.overruns()),
                      .level_over_time = level_over_time_,
                      .out_of_range = out_of_range_};
  const analysis::ReceiverBuffer smallest = smallest_buffer();
  facts.smallest = simulate(smallest);
  if (smallest.target > Duration{0})
    facts.below = simulate({smallest.target - smallest.target / 20, smallest.capacity});
  else if (smallest.capacity > Duration{0})
    facts.below = simulate({smallest.target, smallest.capacity - smallest.capacity / 20});
  return facts;
}

/// The same result as analysis::smallest_buffer(), without a list of all arrivals.
analysis::ReceiverBuffer Playback::smallest_buffer() const noexcept {
  return {.target = std::chrono::round<Duration>(clock_.start_delay()),
          .capacity = std::chrono::round<Duration>(2 * clock_.long_term_jitter())};
}

/// Simulates a receiver that plays late datagrams: if it dropped them, no buffer could prevent those underruns.
/// Gaps and losses stay dark with any buffer.
BufferTrial Playback::simulate(const analysis::ReceiverBuffer& buffer) const {
  analysis::VirtualReceiver receiver(buffer, options_.clock_error_ppb, analysis::LateDatagramPolicy::Play);
  std::int64_t media = first_ ? first_->media.count() : 0;
  for (const StoredChunk& chunk : stored_chunks_) {
    media = unwrap(static_cast<WireMicros>(chunk.media), media);
    if (chunk.begins_anew) receiver.finish();
    receiver.add({.arrival = first_->arrival + Duration(chunk.arrival),
                  .media = std::chrono::microseconds(media),
                  .duration = std::chrono::microseconds(chunk.duration),
                  .follows_loss = chunk.follows_loss != 0,
                  .is_late = chunk.is_late != 0});
  }
  receiver.finish();
  return {buffer, receiver.totals().underruns_late, receiver.totals().overruns};
}

}  // namespace idn::parser
