// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>

#include "idn/time.hpp"

namespace idn::io {

/// How long before a deadline a thread stops sleeping and spins: long enough for nearly every wake-up of this
/// machine, and not longer. Pure arithmetic; owned by one thread.
class SpinGuard {
 public:
  /// The longest there is. What oversleeps by more is a stall, and says nothing about the others.
  static constexpr Duration kLongest{std::chrono::microseconds(400)};
  /// Of 1000 sleeps that are no stalls, so many may end behind the deadline.
  static constexpr int kLatePerMille = 10;
  /// The share of a core that spinning may take, and that spinning and work together may take: the kernel
  /// suspends real-time threads that take more than 95 %.
  static constexpr int kSpinPercent = 25;
  static constexpr int kBusyPercent = 90;  ///< of the time, for work and spinning together

  /// From some sleeps, so that the first deadlines are met as well; sorts them.
  void calibrate(std::span<Duration> oversleeps) noexcept;

  /// How long before a deadline to spin.
  Duration length() const noexcept { return std::min(needed_, affordable_); }

  /// To be told after each sleep how much later than wanted it ended.
  void slept(Duration oversleep) noexcept;
  /// To be told before each wait how long the thread was busy since the wait before, spinning excluded.
  void worked(Duration work, TimePoint now) noexcept;

  /// Work alone has taken more than kBusyPercent of the time for a while.
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
