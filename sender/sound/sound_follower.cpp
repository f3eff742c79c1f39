// SPDX-License-Identifier: MIT
#include "sender/sound/sound_follower.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace idn::sender {
namespace {

/// Time constants, in seconds and parts of a second: jitter of single blocks is smoothed away, what remains is
/// gone within seconds, and drift is learnt within a minute.
constexpr double kSmoothing = 1;
constexpr double kGain = 0.5;
constexpr double kDriftGain = kGain * kGain / 4;

}  // namespace

SoundFollower::Step SoundFollower::follow(Duration ahead, Duration block) noexcept {
  if (std::chrono::abs(ahead) > kJump) {
    smoothed_ = 0;
    return {.speed = 1 - drift_, .jump = -ahead};
  }
  const double length = in_seconds(block);
  smoothed_ += (in_seconds(ahead) - smoothed_) * std::min(1.0, length / kSmoothing);
  const bool is_at_most = kGain * std::abs(smoothed_) > kMostChange;  // what is off was so from the beginning
  if (!is_at_most) drift_ = std::clamp(drift_ + kDriftGain * smoothed_ * length, -kMostChange, kMostChange);
  return {.speed = 1 - std::clamp(kGain * smoothed_ + drift_, -kMostChange, kMostChange)};
}

}  // namespace idn::sender
