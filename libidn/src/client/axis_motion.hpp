// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "client/beam_track.hpp"
#include "client/braking.hpp"
#include "idn/client/output_limits.hpp"
#include "idn/sample.hpp"

namespace idn::client {

/// What one scanner may do, in steps of the 65536 positions: per sample, and per sample squared.
struct MotionLimits {
  static constexpr std::int32_t kNoSpeed = 65535, kNoAcceleration = 131072;

  std::int32_t speed = kNoSpeed;
  std::int32_t acceleration = kNoAcceleration;
  std::int32_t low = -32768;
  std::int32_t high = 32767;
};

/// At least 1 for speeds, and 2 for accelerations, since rounded positions alone change their speed by that.
std::int32_t steps_per_sample(double widths_per_second, SampleRate rate) noexcept;
std::int32_t steps_per_sample_squared(double widths_per_second_squared, SampleRate rate) noexcept;

/// Where a scanner is, and how it moved last.
struct AxisState {
  std::int32_t position = 0;
  std::int32_t step = 0;
};

/// Where samples want one scanner, column by column.
struct AxisCourse {
  using Column = std::array<std::int32_t, 1 + BeamTrack::kMost>;

  /// The positions that are nearest to what was asked for, behind the target before them.
  Column target;
  /// Of the target from the sample before; 0 after a jump, which says nothing about what follows.
  Column step;
  /// The target, less its step.
  Column goal;
};

/// Takes one scanner to where the samples want it, as fast as its limits allow. It always keeps room enough to
/// come to rest before the edge; a target that runs away it follows, and one that waits it reaches without
/// overshooting.
class AxisMotion {
 public:
  void set_limits(const MotionLimits& limits) noexcept;
  const MotionLimits& limits() const noexcept { return limits_; }

  /// At rest there, which is within the limits of positions.
  void place(std::int32_t position) noexcept;
  /// Keeps the speed at another rate, as far as the limits of the new one allow.
  void change_rate(SampleRate from, SampleRate to, const Braking& braking) noexcept;

  /// Where it is to go next, move by move.
  void plan(std::span<const std::int32_t> asked, AxisCourse& course) noexcept;
  /// @param braking of the same limits
  /// @param index of the plan, one after the other
  /// @return the new position
  std::int32_t move(const AxisCourse& course, std::size_t index, const Braking& braking) noexcept {
    // Braking begins in time to be as fast as the target where it meets it.
    const std::int32_t with_target = course.step[1 + index];
    const std::int32_t wanted = with_target + braking.fastest_within(course.goal[1 + index] - state_.position);
    std::int32_t least = std::max(state_.step - limits_.acceleration, -limits_.speed);
    std::int32_t most = std::min(state_.step + limits_.acceleration, limits_.speed);
    // Where a target moves there may be no room to come to rest; on the way to one that waits there is.
    if (with_target != 0) {
      least = std::max(least, -braking.fastest_within(state_.position - limits_.low));
      most = std::min(most, braking.fastest_within(limits_.high - state_.position));
    }
    state_.step = std::max(std::min(wanted, most), least);
    state_.position += state_.step;
    return state_.position;
  }

  AxisState state() const noexcept { return state_; }
  /// Is where it was wanted last.
  bool on_target() const noexcept { return state_.position == target_; }

  /// Whether move() would take it to each of these in turn, which it does then; `positions` follow two that
  /// hold the state. Fast.
  bool follows(std::span<const std::int32_t> positions) const noexcept;
  /// Does so.
  void follow(std::span<const std::int32_t> positions) noexcept;

 private:
  MotionLimits limits_;
  AxisState state_;
  std::int32_t target_ = 0;
};

/// Whether all steps from the second position on, and the changes from one to the next, are within the limits,
/// and all positions from the third on.
bool are_within(const MotionLimits& limits, std::span<const std::int32_t> positions) noexcept;

}  // namespace idn::client
