// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::jack {

/// Lateness of periods, relative to the most punctual one of the last one to two seconds (a minimum filter:
/// threads wake up late, never early). JACK's own estimate of period times is wrong for seconds after an xrun.
class LatenessFilter {
 public:
  explicit LatenessFilter(SampleRate rate) noexcept : rate_(rate) {}

  /// @param frame number of frames up to the end of the period
  Duration lateness(TimePoint arrival, std::uint64_t frame) noexcept {
    if (arrival >= window_end_) {
      previous_smallest_offset_ = window_end_ == TimePoint{} ? Duration::max() : smallest_offset_;
      smallest_offset_ = Duration::max();
      window_end_ = arrival + std::chrono::seconds(1);
    }
    const Duration offset = arrival.time_since_epoch() - time_of(frame);
    smallest_offset_ = std::min(smallest_offset_, offset);
    return offset - std::min(smallest_offset_, previous_smallest_offset_);
  }
  /// Forgets all arrivals; call at a discontinuity.
  void restart() noexcept { window_end_ = {}; }

 private:
  Duration time_of(std::uint64_t frames) const noexcept {
    return std::chrono::seconds(frames / rate_.per_second) +
           Duration(frames % rate_.per_second * 1'000'000'000 / rate_.per_second);
  }

  SampleRate rate_;
  TimePoint window_end_{};
  Duration smallest_offset_ = Duration::max();           ///< of this second
  Duration previous_smallest_offset_ = Duration::max();  ///< of the second before
};

}  // namespace idn::jack
