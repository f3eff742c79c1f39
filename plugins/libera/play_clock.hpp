// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>

#include "idn/time.hpp"

namespace idn::plugins::libera {

/// A virtual queue that drains in real time. It paces a host while its projector is missing.
/// Threads: one calls add(), any call remaining().
class PlayClock {
 public:
  /// Adds play time to the queue.
  void add(Duration play_time, TimePoint now) noexcept {
    const TimePoint starts_at = std::max(TimePoint(Duration(ends_at_.load(std::memory_order_relaxed))), now);
    ends_at_.store((starts_at + play_time).time_since_epoch().count(), std::memory_order_relaxed);
  }
  /// Play time that is left.
  Duration remaining(TimePoint now) const noexcept {
    return std::max<Duration>(TimePoint(Duration(ends_at_.load(std::memory_order_relaxed))) - now, Duration{0});
  }

 private:
  std::atomic<std::int64_t> ends_at_{0};
};

}  // namespace idn::plugins::libera
