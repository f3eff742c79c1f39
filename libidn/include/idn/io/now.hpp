// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

/// The present time by the clocks of the operating system, for code that drives engines.
namespace idn::io {

/// The monotonic clock, whose time io passes to every engine.
inline TimePoint monotonic_now() noexcept {
  return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

/// The wall clock, which may be set at any time: for users, captures and the kernel's time stamps.
inline Duration since_1970() noexcept {
  return std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch());
}

/// Both clocks, read one after the other.
inline Instant now() noexcept {
  return {monotonic_now(), since_1970()};
}

}  // namespace idn::io
