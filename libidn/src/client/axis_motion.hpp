// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

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
  void change_rate(SampleRate from, SampleRate to) noexcept;

  /// @param target within the limits of positions
  /// @return the new position
  std::int32_t move(std::int32_t target) noexcept;

  AxisState state() const noexcept { return state_; }
  /// Is where it was wanted last.
  bool on_target() const noexcept { return state_.position == target_; }

  /// Whether move() would take it to each of these in turn, which it does then; `positions` follow two that
  /// hold the state. Fast.
  bool follows(std::span<const std::int32_t> positions) const noexcept;
  /// Does so.
  void follow(std::span<const std::int32_t> positions) noexcept;

 private:
  std::int32_t fastest_within(std::int32_t distance) const noexcept;
  std::int32_t as_far_as(std::int32_t step, std::int32_t distance) const noexcept;

  MotionLimits limits_;
  AxisState state_;
  std::int32_t target_ = 0;
};

/// Whether all steps from the second position on, and the changes from one to the next, are within the limits,
/// and all positions from the third on.
bool are_within(const MotionLimits& limits, std::span<const std::int32_t> positions) noexcept;

}  // namespace idn::client
