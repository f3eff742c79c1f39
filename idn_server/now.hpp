// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

/// What time it is, for what stands between engines and the system.
namespace idn::server {

inline TimePoint monotonic_now() {
  return TimePoint(std::chrono::steady_clock::now().time_since_epoch());
}

inline Duration since_1970() {
  return std::chrono::system_clock::now().time_since_epoch();
}

}  // namespace idn::server
