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
    begin_anywhere();
  }

  /// @param now not before that of the last call
  Duration at(TimePoint now) noexcept {
    if (limit_ == 0) return mean_;
    walk(in_seconds(std::max(now - now_, Duration{})));
    now_ = now;
    return mean_ + Duration(std::llround(place_ * 1e9));
  }

 private:
  static constexpr double kSpeed = 0.5;
  void begin_anywhere() noexcept {
    place_ = limit_ * (2 * random_.uniform() - 1);
    velocity_ = random_.uniform() < 0.5 ? kSpeed : -kSpeed;
    turn_in_ = until_turn();
  }
  /// A random time until the next change of direction; on average that from one limit to the other.
  double until_turn() noexcept { return -std::log1p(-random_.uniform()) * 2 * limit_ / kSpeed; }

  void walk(double passed) noexcept {
    if (passed > 1000 * limit_ / kSpeed)
      return begin_anywhere();  // the position no longer depends on the last one
    while (passed > 0) {
      const double step = std::min(passed, turn_in_);
      move(step);
      passed -= step;
      turn_in_ -= step;
      if (turn_in_ > 0) continue;
      velocity_ = -velocity_;
      turn_in_ = until_turn();
    }
  }

  void move(double time) noexcept {
    place_ += velocity_ * time;
    while (std::abs(place_) > limit_) {
      place_ = (place_ > 0 ? 2 : -2) * limit_ - place_;
      velocity_ = -velocity_;
    }
  }

  Duration mean_;
  double limit_;  ///< seconds, as all of the following
  SeededRandom& random_;
  double place_ = 0;
  double velocity_ = kSpeed;
  double turn_in_ = 0;
  TimePoint now_{};
};

}  // namespace idn::server
