// SPDX-License-Identifier: MIT
#pragma once

#include "idn/sample.hpp"
#include "idn/stream/send/clock_follower.hpp"

namespace idn::jack {

/// Keeps the level of the buffer between two clocks constant by adjusting the rate at which it is emptied. JACK
/// runs by the clock of an audio interface, which else would fill or drain the buffer within minutes. Rates are
/// integers: the rate is set anew every second, and the rounding error is carried over. Real-time: yes.
class LevelController {
 public:
  explicit LevelController(SampleRate rate) noexcept : nominal_(rate), rate_(rate) {}

  /// `level`: display time of the buffered samples at `at`, less than ClockFollower::kLongestLevel.
  void observe(TimePoint at, Duration level) noexcept;
  /// Call when the level will jump.
  void restart() noexcept { follower_.restart(); }

  /// The rate from `now` on; to be called at least once per second.
  SampleRate rate(TimePoint now) noexcept;
  /// How much faster than nominal, in billionths; negative: slower.
  std::int64_t correction_ppb() const noexcept { return correction_ppb_; }

 private:
  SampleRate nominal_, rate_;
  stream::ClockFollower follower_;
  std::int64_t correction_ppb_ = 0;
  double rounding_error_ = 0;  ///< of the last second, in samples; positive: too few
  TimePoint next_update_{};
};

}  // namespace idn::jack
