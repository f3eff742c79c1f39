// SPDX-License-Identifier: MIT
#include "idn_parser/measure/frame_pace.hpp"

#include <algorithm>
#include <numeric>

namespace idn::parser {

using analysis::Micros;

void FramePace::add_frame(std::chrono::microseconds media, const capture::Moment& at) {
  sum_of_spreads_ += last_fragment_ - last_arrival_;
  ++frames_;
  if (const auto offset = arrivals_.add({.arrival = at.time})) add_step(media, *offset);
  last_media_ = media;
  last_arrival_ = last_fragment_ = at.time;
  datagrams_ = 1;
  most_datagrams_ = std::max(most_datagrams_, datagrams_);
}

void FramePace::add_fragment(const capture::Moment& at) {
  if (frames_ == 0) return;
  last_fragment_ = at.time;
  most_datagrams_ = std::max(most_datagrams_, ++datagrams_);
  largest_spread_ = std::max(largest_spread_, last_fragment_ - last_arrival_);
}

void FramePace::add_step(std::chrono::microseconds media, Duration offset) {
  constexpr Duration kLongestStep = std::chrono::milliseconds(500);
  const auto step = media - last_media_;
  if (std::chrono::abs(std::chrono::floor<std::chrono::microseconds>(offset) - step) > kLongestStep) return;
  steps_.push_back(step);
}

Micros FramePace::period() const {
  if (steps_.empty()) return Micros::zero();
  auto steps = steps_;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(steps, middle);
  const auto too_long = *middle * 7 / 4;
  if (too_long <= too_long.zero()) return Micros::zero();
  std::erase_if(steps, [=](auto step) { return step >= too_long; });
  const auto sum = std::accumulate(steps.begin(), steps.end(), too_long.zero());
  return Micros(sum) / static_cast<double>(steps.size());
}

std::optional<FrameFacts> FramePace::facts() const {
  if (frames_ < 2) return std::nullopt;
  const Duration spreads = sum_of_spreads_ + (last_fragment_ - last_arrival_);
  FrameFacts facts{.frames = frames_,
                   .period = period(),
                   .offsets = *arrivals_.metrics().summary().offsets,
                   .mean_spread = Micros(spreads) / static_cast<double>(frames_),
                   .largest_spread = largest_spread_,
                   .most_datagrams = most_datagrams_};
  if (facts.period <= Micros::zero()) return facts;
  facts.target = analysis::compare_with(facts.period, facts.offsets, arrivals_.metrics().histogram());
  return facts;
}

}  // namespace idn::parser
