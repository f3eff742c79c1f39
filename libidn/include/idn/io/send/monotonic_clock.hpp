// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "idn/io/send/clock.hpp"
#include "idn/io/send/spin_guard.hpp"

namespace idn::io {

namespace platform {
class Sleeper;
}

/// How a thread waits for its deadline.
enum class WaitMode : std::uint8_t {
  Sleep,   ///< leaves the processor until the deadline; wakes some tens of microseconds late
  Hybrid,  ///< sleeps until a calibrated guard before the deadline, then spins
  Spin,    ///< never sleeps: the most exact, at the price of a whole core
  /// As Hybrid, with a guard as long as the latest wake-ups need, within a budget of processor time. An engine
  /// adds a standby thread, see client::EngineOptions::wait.
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
std::string_view to_string(WaitMode mode) noexcept;
/// "sleep", "hybrid", "spin" or "auto".
std::optional<WaitMode> wait_mode_from(std::string_view name) noexcept;

/// The processor time that the calling thread has used so far.
Duration thread_cpu_time() noexcept;

/// The monotonic clock of the operating system.
/// Threads: one, the one that waits. Real-time: all but construction, which takes a few milliseconds.
class MonotonicClock final : public Clock {
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

}  // namespace idn::io
