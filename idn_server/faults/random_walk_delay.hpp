// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "idn/time.hpp"
#include "idn_server/faults/seeded_random.hpp"

namespace idn::server {

/// Persistent random walk (telegraph process) of a delay between reflecting limits `mean - jitter` and `mean +
/// jitter`, uniformly distributed in between. It moves at half the speed of time, up or down, and changes
/// direction at random times and at the limits. It never falls faster than time passes, so datagrams keep their
/// order, as in a queue that fills and empties.
class RandomWalkDelay {
 public:
  /// @param jitter at most `mean`
  RandomWalkDelay(Duration mean, Duration jitter, SeededRandom& random) noexcept
      : mean_(mean), limit_(in_seconds(jitter)), random_(random) {
    begin_at_random();
  }

  /// @param now not before that of the last call
  Duration at(TimePoint now) noexcept {
    if (limit_ == 0) return mean_;
    advance(in_seconds(std::max(now - now_, Duration{})));
    now_ = now;
    return mean_ + Duration(std::llround(deviation_ * 1e9));
  }

 private:
  static constexpr double kSpeed = 0.5;
  void begin_at_random() noexcept {
    deviation_ = limit_ * (2 * random_.uniform() - 1);
    velocity_ = random_.uniform() < 0.5 ? kSpeed : -kSpeed;
    time_to_turn_ = draw_time_to_turn();
  }
  /// A random time until the next change of direction; on average that from one limit to the other.
  double draw_time_to_turn() noexcept { return -std::log1p(-random_.uniform()) * 2 * limit_ / kSpeed; }

  void advance(double passed) noexcept {
    if (passed > 1000 * limit_ / kSpeed)
      return begin_at_random();  // the position no longer depends on the last one
    while (passed > 0) {
      const double step = std::min(passed, time_to_turn_);
      move(step);
      passed -= step;
      time_to_turn_ -= step;
      if (time_to_turn_ > 0) continue;
      velocity_ = -velocity_;
      time_to_turn_ = draw_time_to_turn();
    }
  }

  void move(double time) noexcept {
    deviation_ += velocity_ * time;
    while (std::abs(deviation_) > limit_) {
      deviation_ = (deviation_ > 0 ? 2 : -2) * limit_ - deviation_;
      velocity_ = -velocity_;
    }
  }

  Duration mean_;
  double limit_;  ///< seconds, as all of the following
  SeededRandom& random_;
  double deviation_ = 0;
  double velocity_ = kSpeed;
  double time_to_turn_ = 0;
  TimePoint now_{};
};

}  // namespace idn::server
