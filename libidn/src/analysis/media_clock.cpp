// SPDX-License-Identifier: MIT
#include "idn/analysis/time_axis.hpp"

#include <algorithm>

namespace idn::analysis {

void MediaClock::add(Duration arrival, std::chrono::microseconds media) noexcept {
  if (!first_) first_ = Reading{arrival, media};
  const auto elapsed_media = media - first_->media;
  if (elapsed_media > kLongestSpan || elapsed_media < -kLongestSpan) return;
  const Duration lateness = (arrival - first_->arrival) - Duration(elapsed_media);
  earliest_ = std::min(earliest_, lateness);
  latest_ = std::max(latest_, lateness);
}

Micros MediaClock::long_term_jitter() const noexcept {
  return Micros(latest_ - earliest_) / 2;
}

Micros MediaClock::start_delay() const noexcept {
  return latest_;
}

}  // namespace idn::analysis
