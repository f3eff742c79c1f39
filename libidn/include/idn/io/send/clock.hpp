// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

namespace idn::io {

/// The time that a loop passes to engines, and its waiting; tests use a clock that jumps to the deadline.
/// Threads: one, the one that waits. Real-time: now() and wait_until() (no heap, lock, log).
class Clock {
 public:
  virtual ~Clock() = default;
  /// The present time; never goes back.
  virtual TimePoint now() noexcept = 0;
  /// Returns at `deadline` or later, at once if it has passed. Includes both the sleep and the final spin.
  virtual void wait_until(TimePoint deadline) noexcept = 0;
};

}  // namespace idn::io
