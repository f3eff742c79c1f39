// SPDX-License-Identifier: MIT
#include "idn_parser/measure/frame_pace.hpp"

#include <algorithm>

namespace idn::parser {

void FramePace::add_frame(Duration arrival, const std::optional<analysis::PacketOffset>& offset) {
  sum_of_spreads_ += frame_end_ - frame_begin_;
  ++frames_;
  frame_begin_ = frame_end_ = arrival;
  datagrams_ = 1;
  most_datagrams_ = std::max(most_datagrams_, datagrams_);
  if (!offset) return;
  steps_.push_back(offset->expected);
  offsets_.push_back(offset->length);
}

void FramePace::add_fragment(Duration arrival) {
  if (frames_ == 0) return;
  frame_end_ = arrival;
  most_datagrams_ = std::max(most_datagrams_, ++datagrams_);
  largest_spread_ = std::max(largest_spread_, frame_end_ - frame_begin_);
}

/// The median; of an even number of values, the mean of the two in the middle.
Micros FramePace::period() const {
  if (steps_.empty()) return Micros::zero();
  auto steps = steps_;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(steps, middle);
  const Duration upper = *middle;
  const Duration lower = steps.size() % 2 == 0 ? *std::max_element(steps.begin(), middle) : upper;
  return std::max(Micros(lower + upper) / 2, Micros::zero());
}

void FramePace::compare_with_period(FrameFacts& facts) const {
  if (facts.period <= Micros::zero()) return;
  analysis::DeviationRecorder deviations;
  std::uint64_t on_target = 0;
  for (const Duration offset : offsets_) {
    const Micros deviation = Micros(offset) - facts.period;
    deviations.add(std::chrono::round<Duration>(deviation));
    const Micros limit = analysis::StreamMetrics::kOnTarget;
    if (deviation >= -limit && deviation < limit) ++on_target;
  }
  facts.on_target_share = static_cast<double>(on_target) / static_cast<double>(offsets_.size());
  facts.deviations = deviations.percentiles();
}

std::optional<FrameFacts> FramePace::facts() const {
  if (frames_ < 2) return std::nullopt;
  const Duration spreads = sum_of_spreads_ + (frame_end_ - frame_begin_);
  FrameFacts facts{.frames = frames_,
                   .period = period(),
                   .mean_spread = Micros(spreads) / static_cast<double>(frames_),
                   .largest_spread = largest_spread_,
                   .most_datagrams = most_datagrams_};
  facts.stood_still = static_cast<std::uint64_t>(std::ranges::count_if(
      steps_, [&](Duration step) { return step > kStill && Micros(step) > 3 * facts.period; }));
  compare_with_period(facts);
  return facts;
}

}  // namespace idn::parser
