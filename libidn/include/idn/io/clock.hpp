// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

namespace idn::io {

/// The one place where engines meet real time; tests put a clock here that jumps.
/// Threads: one, the one that waits. Real-time: now() and wait_until() (no heap, lock, log).
class Clock {
 public:
  virtual ~Clock() = default;
  /// Never goes back.
  virtual TimePoint now() noexcept = 0;
  /// Returns at `deadline` or later, at once when it has passed. Coarse sleep and final spin both live in here.
  virtual void wait_until(TimePoint deadline) noexcept = 0;
};

}  // namespace idn::io
