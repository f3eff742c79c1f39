// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "idn/output/output_limits.hpp"
#include "idn/sample.hpp"
#include "output/beam_track.hpp"
#include "output/braking.hpp"

namespace idn::output {

/// Limits of one scanner: speed in positions per sample, acceleration in positions per sample squared, and the
/// range of positions, of which there are 65536.
struct MotionLimits {
  static constexpr std::int32_t kNoSpeed = 65535, kNoAcceleration = 131072;

  std::int32_t speed = kNoSpeed;
  std::int32_t acceleration = kNoAcceleration;
  std::int32_t low = -32768;
  std::int32_t high = 32767;
};

/// Conversion from picture widths per second, or per second squared; rounded down. The result is at least 1 for
/// speeds and 2 for accelerations, since the rounding of positions alone changes the speed by that much.
std::int32_t steps_per_sample(double widths_per_second, SampleRate rate) noexcept;
std::int32_t steps_per_sample_squared(double widths_per_second_squared, SampleRate rate) noexcept;

/// Position of a scanner, and its last step: the speed, in positions per sample.
struct AxisState {
  std::int32_t position = 0;
  std::int32_t step = 0;
};

/// The requested course of one scanner over a few samples, as columns.
struct AxisCourse {
  using Column = std::array<std::int32_t, 1 + BeamTrack::kMost>;

  /// The requested positions, clamped to the range; index 0 is the last target before them.
  Column target;
  /// Difference to the target before; 0 if it exceeds the speed limit: a jump predicts nothing about the next
  /// target.
  Column step;
  /// target - step
  Column goal;
};

/// Moves one scanner to the requested positions, as fast as its limits of speed and acceleration allow. It can
/// always come to rest before the edge of the range; it follows a moving target, and reaches a resting one
/// without overshoot.
class AxisMotion {
 public:
  void set_limits(const MotionLimits& limits) noexcept;
  const MotionLimits& limits() const noexcept { return limits_; }

  /// Sets the position, at rest; it must be within the range.
  void place(std::int32_t position) noexcept;
  /// Keeps the speed (positions per second) at a change of the rate, as far as the limits now set allow.
  void change_rate(SampleRate from, SampleRate to, const Braking& braking) noexcept;

  /// Computes the course for the positions `asked`.
  void plan(std::span<const std::int32_t> asked, AxisCourse& course) noexcept;
  /// Moves by one sample.
  /// @param braking with the same limits
  /// @param index of the sample in `course`: 0, 1, 2 ...
  /// @return the new position
  std::int32_t move(const AxisCourse& course, std::size_t index, const Braking& braking) noexcept {
    // Brakes early enough to have the speed of the target when it reaches the target.
    const std::int32_t with_target = course.step[1 + index];
    const std::ptrdiff_t distance = course.goal[1 + index] - state_.position;
    // In this order, since the table is what the processor waits for.
    const std::int32_t wanted =
        with_target + braking.one_step_within(distance) + braking.excess_within(distance);
    std::int32_t least = std::max(state_.step - limits_.acceleration, -limits_.speed);
    std::int32_t most = std::min(state_.step + limits_.acceleration, limits_.speed);
    // A moving target may leave too little distance to stop before the edge; a resting one never does.
    if (with_target != 0) {
      least = std::max(least, -braking.fastest_within(state_.position - limits_.low));
      most = std::min(most, braking.fastest_within(limits_.high - state_.position));
    }
    state_.step = std::max(std::min(wanted, most), least);
    state_.position += state_.step;
    return state_.position;
  }

  AxisState state() const noexcept { return state_; }
  /// Whether it has reached the last target.
  bool on_target() const noexcept { return state_.position == target_; }

  /// Whether move() would reach each of the requested positions exactly; a fast check of the usual case. The
  /// first two of `positions` are the last two before the requested ones.
  bool follows(std::span<const std::int32_t> positions) const noexcept;
  /// Moves to the last of `positions`, if follows() returned true.
  void follow(std::span<const std::int32_t> positions) noexcept;

 private:
  MotionLimits limits_;
  AxisState state_;
  std::int32_t target_ = 0;
};

/// Whether all positions from the third on are within the range, and the steps to them and the changes of these
/// steps within the limits. The first two positions only serve to compute the first step and its change.
bool are_within(const MotionLimits& limits, std::span<const std::int32_t> positions) noexcept;

}  // namespace idn::output
