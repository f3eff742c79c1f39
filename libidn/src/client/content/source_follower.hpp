// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "idn/time.hpp"

namespace idn::client {

/// Finds the rate of an application that writes samples by another clock than ours, such as that of a sound
/// card, so that the queue between both stays half full: a second-order loop (proportional and integral,
/// critically damped, time constant 20 s) on the mean level of half a second. A source that is off by 300 ppm
/// moves the level by 2.2 ms at most before it is followed.
/// Threads: one, except pace_ppb(). Real-time: all (no heap, lock, log).
class SourceFollower {
 public:
  static constexpr std::int64_t kLimitPpb = 1'000'000;  ///< parts per billion, either way

  /// @param set_point the level to keep
  explicit SourceFollower(Duration set_point) noexcept : set_point_(set_point) {}

  /// Whether to play from a queue of this level: not at the start, nor after restart(), until it has reached
  /// the set point.
  bool may_play(Duration level) noexcept {
    if (level >= set_point_) plays_ = true;
    return plays_;
  }
  /// The level of the queue before the datagram that is due at `due`. To be called for each.
  void observe(Duration level, TimePoint due) noexcept;
  /// The queue has run dry, or holds something else. The rate is kept.
  void restart() noexcept;

  /// How much faster the source is than its nominal rate. Threads: any.
  std::int64_t pace_ppb() const noexcept { return pace_ppb_.load(std::memory_order_relaxed); }

 private:
  const Duration set_point_;
  bool plays_ = false;
  TimePoint window_begin_{};
  Duration sum_{0};  ///< of the levels in this window
  std::int64_t count_ = 0;
  double rate_ppm_ = 0;  ///< the integral part
  std::atomic<std::int64_t> pace_ppb_{0};
};

}  // namespace idn::client
