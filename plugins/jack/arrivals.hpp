// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::jack {

/// How late periods arrive, against the most punctual of the last second or two: threads wake up late, never
/// early. JACK's own estimate of its times is off for seconds once there was an xrun.
class Arrivals {
 public:
  explicit Arrivals(SampleRate rate) noexcept : rate_(rate) {}

  /// @param frame number of frames before the next period
  Duration lateness(TimePoint arrival, std::uint64_t frame) noexcept {
    if (arrival >= window_end_) {
      before_ = window_end_ == TimePoint{} ? Duration::max() : best_;
      best_ = Duration::max();
      window_end_ = arrival + std::chrono::seconds(1);
    }
    const Duration offset = arrival.time_since_epoch() - time_of(frame);
    best_ = std::min(best_, offset);
    return offset - std::min(best_, before_);
  }
  /// The next ones follow on nothing.
  void restart() noexcept { window_end_ = {}; }

 private:
  Duration time_of(std::uint64_t frames) const noexcept {
    return std::chrono::seconds(frames / rate_.per_second) +
           Duration(frames % rate_.per_second * 1'000'000'000 / rate_.per_second);
  }

  SampleRate rate_;
  TimePoint window_end_{};
  Duration best_ = Duration::max();    ///< of this second
  Duration before_ = Duration::max();  ///< of the one before
};

}  // namespace idn::jack
