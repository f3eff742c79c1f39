// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>

#include "idn/time.hpp"

namespace idn::plugins::libera {

/// Plays nothing, at the right speed: what a host is paced by while its projector is not there.
/// Threads: one takes, any ask.
class PlayClock {
 public:
  /// So much more is to be played.
  void take(Duration play_time, TimePoint now) noexcept {
    const TimePoint begins = std::max(TimePoint(Duration(until_.load(std::memory_order_relaxed))), now);
    until_.store((begins + play_time).time_since_epoch().count(), std::memory_order_relaxed);
  }
  /// What is left of it.
  Duration waiting(TimePoint now) const noexcept {
    return std::max<Duration>(TimePoint(Duration(until_.load(std::memory_order_relaxed))) - now, Duration{0});
  }

 private:
  std::atomic<std::int64_t> until_{0};
};

}  // namespace idn::plugins::libera
