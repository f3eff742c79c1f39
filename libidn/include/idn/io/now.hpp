// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

/// What time it is by the clocks of the operating system: for what stands between engines and reality.
namespace idn::io {

/// The monotonic clock, by which every engine that io drives reckons.
inline TimePoint monotonic_now() noexcept {
  return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

/// The wall clock, which somebody may set at any time: for people, captures and the kernel's time stamps.
inline Duration since_1970() noexcept {
  return std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch());
}

/// Both.
inline Instant now() noexcept {
  return {monotonic_now(), since_1970()};
}

}  // namespace idn::io
