// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>

#include "idn/time.hpp"

namespace idn::io {

/// How long before a deadline a thread stops sleeping and spins: an online estimate of the 99th percentile of
/// the oversleep of this thread, bounded by the processor time that its work leaves for spinning. Pure
/// arithmetic. Threads: one owner. Real-time: yes (no heap, lock, log).
class SpinGuard {
 public:
  /// The longest guard. A wake-up that is later than that is a stall and is not counted.
  static constexpr Duration kLongest{std::chrono::microseconds(400)};
  /// Wake-ups of 1000, stalls excluded, that may be later than the guard: the estimate is the quantile 1 -
  /// kLatePerMille / 1000.
  static constexpr int kLatePerMille = 10;
  /// Percent of a core that spinning may take.
  static constexpr int kSpinPercent = 25;
  /// Percent of a core for work and spinning together: Linux suspends real-time threads that take more than 95.
  static constexpr int kBusyPercent = 90;

  /// Initial estimate from a few measured sleeps, so that the first deadlines are met as well. Sorts
  /// `oversleeps`.
  void calibrate(std::span<Duration> oversleeps) noexcept;

  /// How long before a deadline to spin.
  Duration length() const noexcept { return std::min(needed_, affordable_); }

  /// Call after each sleep. `oversleep`: how much later it ended than requested.
  void slept(Duration oversleep) noexcept;
  /// Call before each wait, with how long the thread was busy since the wait before, spinning excluded.
  void worked(Duration work, TimePoint now) noexcept;

  /// Whether work alone took more than kBusyPercent of the time in each of the last three windows of 100 ms.
  bool is_overloaded() const noexcept { return overloaded_windows_ >= kOverloadedWindows; }

 private:
  static constexpr Duration kWindow{std::chrono::milliseconds(100)};
  static constexpr int kOverloadedWindows = 3;

  void end_window(Duration length) noexcept;

  Duration needed_{0};
  Duration affordable_ = kLongest;
  TimePoint window_begin_ = kNever;
  Duration work_{0};
  std::int64_t waits_ = 0;
  int overloaded_windows_ = 0;
};

}  // namespace idn::io
