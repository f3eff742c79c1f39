// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "idn/io/send/clock.hpp"

namespace idn::io {

namespace platform {
class Sleeper;
}

/// The ways to sleep that operating systems offer.
enum class SleepMethod : std::uint8_t {
  AbsoluteTime,         ///< until a time of the monotonic clock (Linux, macOS)
  HighResolutionTimer,  ///< a waitable timer finer than the system's tick (Windows 10, version 1803)
  RaisedTimer,          ///< for a duration, on a system tick raised to 1 ms (Windows)
  RelativeTime,         ///< for a duration, as std::this_thread::sleep_for; on Windows in ticks of 15.625 ms
};

std::string_view to_string(SleepMethod method) noexcept;

/// The methods that this system offers, best first. Never empty.
std::vector<SleepMethod> sleep_methods();

/// Waits by one sleep method only, without spinning: for comparisons with MonotonicClock.
/// Threads: one, the one that waits. Real-time: all but construction.
class SleepClock final : public Clock {
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
