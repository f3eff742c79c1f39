// SPDX-License-Identifier: MIT
#pragma once

#include "idn/time.hpp"

namespace idn::sender {

/// Decides how fast sound is played so that it keeps with the light: the clocks of sound cards and of computers
/// differ by up to some hundred ppm, and what a system says of its delay jitters. Threads: one.
class SoundFollower {
 public:
  /// Beyond this, sound jumps; below, it is played faster or slower.
  static constexpr Duration kJump{std::chrono::milliseconds(50)};
  /// The greatest change of speed: a twelfth of a semitone.
  static constexpr double kMostChange = 0.005;

  struct Step {
    double speed = 1;  ///< sound played in the time of one second
    Duration jump{0};  ///< above 0: sound to leave out; below: silence to put in
  };

  /// Call for each block of sound. @param ahead what is about to be heard is too early by this @param block its
  /// length
  Step follow(Duration ahead, Duration block) noexcept;

 private:
  double smoothed_ = 0;  ///< seconds
  double drift_ = 0;     ///< of the clocks, as a change of speed
};

}  // namespace idn::sender
