// SPDX-License-Identifier: MIT
#pragma once

#include "idn/sample.hpp"
#include "idn/stream/clock_follower.hpp"

namespace idn::jack {

/// Keeps the buffer between two clocks at its level, by the rate at which it is emptied: JACK's clock is that
/// of an audio interface, and would fill or drain it within minutes. Rates are whole numbers, so that a
/// fraction is played in turns of one second. Real-time: yes.
class LevelHold {
 public:
  explicit LevelHold(SampleRate rate) noexcept : nominal_(rate), rate_(rate) {}

  /// So much waited at `at`; less than two seconds.
  void observe(TimePoint at, Duration level) noexcept;
  /// The level is about to jump.
  void restart() noexcept { follower_.restart(); }

  /// In force from `now` on; to be asked at least once per second.
  SampleRate rate(TimePoint now) noexcept;
  /// How much faster than nominal, in billionths.
  std::int64_t correction_ppb() const noexcept { return correction_ppb_; }

 private:
  SampleRate nominal_, rate_;
  stream::ClockFollower follower_;
  std::int64_t correction_ppb_ = 0;
  double owed_ = 0;  ///< samples per second that the last turn had too few
  TimePoint turn_ends_{};
};

}  // namespace idn::jack
