// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "fault.hpp"
#include "idn/time.hpp"

/// Times in Python are seconds as float: durations, and instants of time.monotonic().
namespace idn::python {

/// More than a hundred years, also math.inf, are the longest duration there is. Raises idn.Fault for values
/// that are negative or NaN.
inline Duration from_seconds(double seconds, const char* name) {
  constexpr double kMost = 100 * 365.0 * 24 * 3600;
  if (!(seconds >= 0)) raise({Errc::BadOption, name, "give seconds, zero or more"});
  if (seconds > kMost) return (Duration::max)();
  return Duration(std::llround(seconds * 1e9));
}

inline double to_seconds(TimePoint time) noexcept {
  return in_seconds(time.time_since_epoch());
}

}  // namespace idn::python
