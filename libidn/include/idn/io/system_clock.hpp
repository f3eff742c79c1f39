// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "idn/io/clock.hpp"

namespace idn::io {

namespace platform {
class Sleeper;
}

enum class WaitMode : std::uint8_t {
  Sleep,   ///< leaves the processor until the deadline; wakes some tens of microseconds late
  Hybrid,  ///< sleeps until a calibrated guard before the deadline, then spins
  Spin,    ///< never sleeps: the most exact, at the price of a whole core
};

std::string_view to_string(WaitMode mode) noexcept;
/// "sleep", "hybrid" or "spin".
std::optional<WaitMode> wait_mode_from(std::string_view name) noexcept;

/// The monotonic clock of the operating system. One per thread.
class SystemClock final : public Clock {
 public:
  /// In Hybrid mode measures how much this thread oversleeps, which takes a few milliseconds: construct it on
  /// the thread that will wait, after its priority is set. Spins no longer than `longest_guard`, which should
  /// leave time to sleep between two deadlines.
  explicit SystemClock(WaitMode mode, Duration longest_guard = kMaxGuard);
  ~SystemClock() override;

  TimePoint now() noexcept override;
  void wait_until(TimePoint deadline) noexcept override;

  /// How long before the deadline spinning begins; zero in the other modes.
  Duration guard() const noexcept { return guard_; }

  static constexpr Duration kMinGuard{std::chrono::microseconds(50)};
  static constexpr Duration kMaxGuard{std::chrono::microseconds(400)};

 private:
  Duration measure_guard();

  std::unique_ptr<platform::Sleeper> sleeper_;
  WaitMode mode_;
  Duration guard_{0};
};

}  // namespace idn::io
