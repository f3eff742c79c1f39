// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <variant>

#include "idn/time.hpp"

/// The present time by the clocks of the operating system, for code that drives engines.
namespace idn::io {

/// The monotonic clock, whose time io passes to every engine.
inline TimePoint monotonic_now() noexcept {
  return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

/// `time` by std::chrono::steady_clock, which is the clock of monotonic_now() on every system: for applications
/// that compare with times of their own.
inline std::chrono::steady_clock::time_point to_steady_clock(TimePoint time) noexcept {
  return std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(time.time_since_epoch()));
}

/// The other way.
inline TimePoint from_steady_clock(std::chrono::steady_clock::time_point time) noexcept {
  return TimePoint(std::chrono::duration_cast<Duration>(time.time_since_epoch()));
}

/// The wall clock, which may be set at any time: for users, captures and the kernel's time stamps.
inline Duration since_1970() noexcept {
  return std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch());
}

/// Both clocks, read one after the other.
inline Instant now() noexcept {
  return {monotonic_now(), since_1970()};
}

/// When a stream starts: by monotonic_now(), or by the wall clock, for a start at one moment on several
/// machines. What the wall clock says shortly before the start counts, so it may be set until then.
using StartTime = std::variant<TimePoint, std::chrono::sys_time<Duration>>;

/// A stream that waits for its start takes notice of another time, and of its end, within this time.
inline constexpr Duration kStartNotice{std::chrono::milliseconds(5)};

/// The same moment by monotonic_now(), by the offset that both clocks have now.
inline TimePoint to_monotonic(const StartTime& time) noexcept {
  if (const auto* const at = std::get_if<TimePoint>(&time)) return *at;
  const Instant present = now();
  return present.at + (std::get<std::chrono::sys_time<Duration>>(time).time_since_epoch() - present.since_1970);
}

}  // namespace idn::io
