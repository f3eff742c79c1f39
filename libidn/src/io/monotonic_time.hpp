// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

namespace idn::io {

/// The operating system's monotonic clock, as every engine driven by io sees it.
inline TimePoint monotonic_now() noexcept {
  return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

}  // namespace idn::io
