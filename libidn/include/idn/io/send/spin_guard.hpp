// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "idn/time.hpp"

namespace idn::io {

/// Which oversleeps the guard covers.
enum class GuardPolicy : std::uint8_t {
  Percentile,  ///< 99 of 100: an online estimate of the 99th percentile
  Longest,     ///< the longest of the last 10 to 20 s; until these are over as long as the budget allows
};

/// How long before a deadline a thread stops sleeping and spins: as long as it has overslept before, by the
/// GuardPolicy, bounded by a budget and by the processor time that its work leaves. Pure arithmetic.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class SpinGuard {
 public:
  /// `budget`: share of a core that spinning may take, above 0 to kBusyPercent.
  explicit SpinGuard(GuardPolicy policy = GuardPolicy::Percentile, double budget = kUsualBudget) noexcept;

  /// The longest guard. A wake-up that is later than that is a stall and is not counted.
  static constexpr Duration kLongest{std::chrono::microseconds(400)};
  /// GuardPolicy::Percentile: wake-ups of 1000, stalls excluded, that may be later than the guard: the estimate
  /// is the quantile 1 - kLatePerMille / 1000.
  static constexpr int kLatePerMille = 10;
  /// Share of a core that spinning may take unless another is given.
  static constexpr double kUsualBudget = 0.25;
  /// Percent of a core for work and spinning together: Linux suspends real-time threads that take more than 95.
  static constexpr int kBusyPercent = 90;

  /// GuardPolicy::Percentile: initial estimate from a few measured sleeps, so that the first deadlines are met
  /// as well. Sorts `oversleeps`.
  void calibrate(std::span<Duration> oversleeps) noexcept;

  /// How long before a deadline to spin.
  Duration length() const noexcept { return (std::min)(needed_, affordable_); }

  /// Call after each sleep. `oversleep`: how much later it ended than requested.
  void slept(Duration oversleep) noexcept;
  /// Call before each wait, with how long the thread was busy since the wait before, spinning excluded.
  void worked(Duration work, TimePoint now) noexcept;

  /// Whether work alone took more than kBusyPercent of the time in each of the last three windows of 100 ms.
  bool is_overloaded() const noexcept { return overloaded_windows_ >= kOverloadedWindows; }

 private:
  static constexpr Duration kWindow{std::chrono::milliseconds(100)};
  static constexpr int kOverloadedWindows = 3;
  static constexpr int kWindowsOfLongest = 100;

  void end_window(Duration length) noexcept;

  GuardPolicy policy_;
  double budget_;
  Duration needed_{0};
  Duration affordable_ = kLongest;
  Duration longest_now_{0};             ///< oversleep in the present 10 s
  Duration longest_before_ = kLongest;  ///< in the 10 s before
  int windows_ = 0;                     ///< of the present 10 s
  TimePoint window_begin_ = kNever;
  Duration work_{0};
  std::int64_t waits_ = 0;
  int overloaded_windows_ = 0;
};

}  // namespace idn::io
