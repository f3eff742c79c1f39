// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

namespace idn::analysis {

/// A clock that runs at another rate than the one that stamps arrivals; both show the same time at `origin`.
/// Computes with integers only, so its readings are right to the nanosecond also after days.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class DriftingClock {
 public:
  static constexpr std::int64_t kMostPpb = 10'000'000;  ///< 1 %

  /// @param ppb how much faster it runs than the other clock, in parts per billion, -kMostPpb..kMostPpb
  constexpr DriftingClock(Duration origin, std::int64_t ppb) noexcept : origin_(origin), ppb_(ppb) {}

  /// What this clock shows when the other one shows `moment`; moment() is the inverse. The argument of both is
  /// at most 2^62 ns from the origin.
  constexpr Duration reading(Duration moment) const noexcept {
    return moment + share(moment - origin_, kBillion);
  }
  /// What the other clock shows when this one shows `reading`.
  constexpr Duration moment(Duration reading) const noexcept {
    return reading - share(reading - origin_, kBillion + ppb_);
  }

 private:
  static constexpr std::int64_t kBillion = 1'000'000'000;

  /// elapsed * ppb / divisor without overflow.
  constexpr Duration share(Duration elapsed, std::int64_t divisor) const noexcept {
    if (ppb_ == 0) return Duration{0};
    const std::int64_t whole = elapsed.count() / divisor;
    const std::int64_t rest = elapsed.count() % divisor;
    return Duration(whole * ppb_ + rest * ppb_ / divisor);
  }

  Duration origin_;
  std::int64_t ppb_;
};

}  // namespace idn::analysis
