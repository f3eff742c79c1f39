// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

#include "idn/time.hpp"

namespace idn::analysis {

/// Type of averages, jitters and percentiles. Arrival times themselves stay integer nanoseconds.
using Micros = std::chrono::duration<double, std::micro>;

/// `count` events that occurred within `measured`, scaled to 60 s to make runs of different length comparable;
/// 0 when nothing was measured.
constexpr double normalised(std::uint64_t count, Duration measured) noexcept {
  constexpr Duration kMinute = std::chrono::seconds(60);
  if (measured <= Duration::zero()) return 0;
  return static_cast<double>(count) * static_cast<double>(kMinute.count()) /
         static_cast<double>(measured.count());
}

}  // namespace idn::analysis
