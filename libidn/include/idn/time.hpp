// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

/// Time inside the library: signed 64-bit nanoseconds of a monotonic clock. Time on the wire: 32-bit
/// microseconds.
namespace idn {

/// Time between two moments, in nanoseconds.
using Duration = std::chrono::nanoseconds;
/// Type of averages, jitters and percentiles; times themselves are a Duration.
using Micros = std::chrono::duration<double, std::micro>;

/// Tag of the monotonic session time. It has no now() on purpose: engines get the time as an argument.
struct SessionClock {
  /// nanoseconds
  using duration = Duration;
  /// signed, 64 bits
  using rep = duration::rep;
  /// one nanosecond
  using period = duration::period;
  /// a moment of this clock
  using time_point = std::chrono::time_point<SessionClock>;
  static constexpr bool is_steady = true;  ///< It never goes back.
};
/// A point in time of the session clock; the type of every deadline and time stamp of the library.
using TimePoint = SessionClock::time_point;

/// A deadline that never comes.
inline constexpr TimePoint kNever = (TimePoint::max)();

/// When a time-out ends that begins at `now`: kNever if that is too far away to be represented, so that
/// Duration::max() waits for ever.
constexpr TimePoint deadline_after(TimePoint now, Duration timeout) noexcept {
  return now > TimePoint{} && timeout > kNever - now ? kNever : now + timeout;
}

/// One moment by two clocks: the monotonic clock, which engines use, and the wall clock, which captures use.
struct Instant {
  TimePoint at{};         ///< by the session clock
  Duration since_1970{};  ///< by the wall clock

  constexpr Instant() noexcept = default;
  constexpr Instant(TimePoint monotonic, Duration wall) noexcept : at(monotonic), since_1970(wall) {}
  /// For sources with one clock only, such as a capture: both members get the same time.
  constexpr Instant(TimePoint only) noexcept : at(only), since_1970(only.time_since_epoch()) {}

  /// The moment `other`, with its wall-clock time by the offset that both clocks have in this moment.
  constexpr Instant moved_to(TimePoint other) const noexcept {
    return {other, other.time_since_epoch() + (since_1970 - at.time_since_epoch())};
  }

  friend constexpr bool operator==(const Instant&, const Instant&) = default;
};

/// Seconds, for printing and statistics; rounded by less than a nanosecond up to 104 days.
constexpr double in_seconds(Duration time) noexcept {
  return std::chrono::duration<double>(time).count();
}
/// Milliseconds with fractions, for printing.
constexpr double in_millis(Duration time) noexcept {
  return std::chrono::duration<double, std::milli>(time).count();
}
/// Microseconds with fractions, for printing.
constexpr double in_micros(Duration time) noexcept {
  return std::chrono::duration<double, std::micro>(time).count();
}

/// Whole microseconds since the epoch of the session clock, rounded down.
constexpr std::int64_t floor_us(TimePoint time) noexcept {
  return std::chrono::floor<std::chrono::microseconds>(time.time_since_epoch()).count();
}

/// The 32-bit microsecond timestamp of IDN-Stream (section 2.3). It wraps every 71 min 35 s.
enum class WireMicros : std::uint32_t {};

/// The low 32 bits of a time in microseconds, as sent on the wire.
constexpr WireMicros wrap(std::int64_t micros) noexcept {
  return static_cast<WireMicros>(static_cast<std::uint64_t>(micros) & 0xFFFF'FFFFu);
}

/// The 64-bit time nearest to `reference` whose low 32 bits are `wire`; correct while they are less than
/// 2^31 us (35 min) apart, in either direction.
constexpr std::int64_t unwrap(WireMicros wire, std::int64_t reference) noexcept {
  const auto low = static_cast<std::uint32_t>(static_cast<std::uint64_t>(reference));
  return reference + static_cast<std::int32_t>(static_cast<std::uint32_t>(wire) - low);
}

}  // namespace idn
