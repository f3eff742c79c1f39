// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "idn/export.hpp"
#include "idn/time.hpp"

/// Clocks that wait for deadlines.
namespace idn::io {

/// The time that a loop passes to engines, and its waiting; tests use a clock that jumps to the deadline.
/// Threads: one, the one that waits. Real-time: now() and wait_until() (no heap, lock, log).
class IDN_EXPORT Clock {
 public:
  virtual ~Clock() = default;
  /// The present time; never goes back.
  virtual TimePoint now() noexcept = 0;
  /// Returns at `deadline` or later, at once if it has passed. Includes both the sleep and the final spin.
  virtual void wait_until(TimePoint deadline) noexcept = 0;
};

/// Which oversleeps the guard covers.
enum class GuardPolicy : std::uint8_t {
  Percentile,  ///< 99 of 100: an online estimate of the 99th percentile
  Longest,     ///< the longest of the last 10 to 20 s; until these are over as long as the budget allows
};

/// How long before a deadline a thread stops sleeping and spins: as long as it has overslept before, by the
/// GuardPolicy, bounded by a budget and by the processor time that its work leaves. Pure arithmetic.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class IDN_EXPORT SpinGuard {
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

namespace platform {
class Sleeper;
}

/// How a thread waits for its deadline.
enum class WaitMode : std::uint8_t {
  Sleep,   ///< leaves the processor until the deadline; wakes some tens of microseconds late
  Hybrid,  ///< sleeps until a calibrated guard before the deadline, then spins
  Spin,    ///< never sleeps: less late than Sleep, at the price of a whole core
  /// As Hybrid, with a guard as long as the latest wake-ups need, within a budget of processor time. An engine
  /// adds a standby thread, see client::EngineOptions::wait: the default.
  Auto,
};

/// What a thread does between two reads of the clock while it spins.
enum class SpinHint : std::uint8_t {
  Pause,    ///< PAUSE or YIELD, which leaves execution units to a sibling hardware thread
  Nothing,  ///< under a hypervisor, PAUSE may take the core away from the virtual processor
};

/// Share of a core that spinning may take with WaitMode::Auto unless another is given: an eighth.
inline constexpr double kUsualCpuBudget = 0.125;

/// "sleep", "hybrid", "spin" or "auto".
IDN_EXPORT std::string_view to_string(WaitMode mode) noexcept;
/// "sleep", "hybrid", "spin" or "auto".
IDN_EXPORT std::optional<WaitMode> wait_mode_from(std::string_view name) noexcept;

/// The processor time that the calling thread has used so far.
IDN_EXPORT Duration thread_cpu_time() noexcept;

/// The monotonic clock of the operating system.
/// Threads: one, the one that waits. Real-time: all but construction, which takes a few milliseconds.
class IDN_EXPORT MonotonicClock final : public Clock {
 public:
  /// In Hybrid mode measures how much this thread oversleeps, which takes a few milliseconds: construct it on
  /// the thread that will wait, after its priority is set. `cpu_budget`: with Auto the share of a core that
  /// spinning may take, 0.01 to 0.9.
  explicit MonotonicClock(WaitMode mode, SpinHint hint = SpinHint::Pause, double cpu_budget = kUsualCpuBudget);
  ~MonotonicClock() override;

  TimePoint now() noexcept override;
  void wait_until(TimePoint deadline) noexcept override;

  /// The present guard: how long before a deadline spinning begins; zero in the other modes.
  Duration guard() const noexcept {
    return mode_ == WaitMode::Hybrid || mode_ == WaitMode::Auto ? guard_.length() : Duration{0};
  }
  /// Whether the work of the thread takes nearly all of its core: at real-time priority the kernel would then
  /// suspend it.
  bool is_overloaded() const noexcept { return guard_.is_overloaded(); }

 private:
  void calibrate() noexcept;

  std::unique_ptr<platform::Sleeper> sleeper_;
  WaitMode mode_;
  SpinHint hint_;
  SpinGuard guard_;
  TimePoint waited_ = kNever;  ///< when the last wait ended
};

/// The ways to sleep that operating systems offer.
enum class SleepMethod : std::uint8_t {
  AbsoluteTime,         ///< until a time of the monotonic clock (Linux, macOS)
  HighResolutionTimer,  ///< a waitable timer finer than the system's tick (Windows 10, version 1803)
  RaisedTimer,          ///< for a duration, on a system tick raised to 1 ms (Windows)
  RelativeTime,         ///< for a duration, as std::this_thread::sleep_for; on Windows in ticks of 15.625 ms
};

IDN_EXPORT std::string_view to_string(SleepMethod method) noexcept;

/// The methods that this system offers, best first. Never empty.
IDN_EXPORT std::vector<SleepMethod> sleep_methods();

/// Waits by one sleep method only, without spinning: for comparisons with MonotonicClock.
/// Threads: one, the one that waits. Real-time: all but construction.
class IDN_EXPORT SleepClock final : public Clock {
 public:
  /// `method`: one of sleep_methods().
  explicit SleepClock(SleepMethod method);
  ~SleepClock() override;

  TimePoint now() noexcept override;
  void wait_until(TimePoint deadline) noexcept override;

 private:
  std::unique_ptr<platform::Sleeper> sleeper_;
};

}  // namespace idn::io
