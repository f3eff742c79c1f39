// SPDX-License-Identifier: MIT
#include "client/axis_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace idn::client {
namespace {

constexpr double kPictureWidth = 65536;

std::int32_t whole_steps(double steps, std::int32_t least, std::int32_t most) noexcept {
  return steps >= most ? most : std::max(static_cast<std::int32_t>(steps), least);
}

}  // namespace

std::int32_t steps_per_sample(double widths_per_second, SampleRate rate) noexcept {
  return whole_steps(widths_per_second * kPictureWidth / rate.per_second, 1, MotionLimits::kNoSpeed);
}

std::int32_t steps_per_sample_squared(double widths_per_second_squared, SampleRate rate) noexcept {
  const double per_second = rate.per_second;
  return whole_steps(widths_per_second_squared * kPictureWidth / per_second / per_second, 2,
                     MotionLimits::kNoAcceleration);
}

void AxisMotion::set_limits(const MotionLimits& limits) noexcept {
  limits_ = limits;
}

void AxisMotion::place(std::int32_t position) noexcept {
  state_ = {position, 0};
  target_ = position;
}

void AxisMotion::change_rate(SampleRate from, SampleRate to) noexcept {
  const auto same_speed = std::int64_t{state_.step} * from.per_second / to.per_second;
  const auto fastest_stop = [&](std::int32_t distance) {
    // The step is done: what follows it begins slower by the acceleration.
    return std::min(limits_.speed, limits_.acceleration + fastest_within(distance));
  };
  state_.step = static_cast<std::int32_t>(std::clamp<std::int64_t>(
      same_speed, -fastest_stop(state_.position - limits_.low), fastest_stop(limits_.high - state_.position)));
}

std::int32_t AxisMotion::move(std::int32_t target) noexcept {
  std::int32_t target_step = target - target_;
  if (std::abs(target_step) > limits_.speed) target_step = 0;  // a jump says nothing about what follows
  const std::int32_t least =
      -as_far_as(std::min(limits_.acceleration - state_.step, limits_.speed), state_.position - limits_.low);
  const std::int32_t most =
      as_far_as(std::min(limits_.acceleration + state_.step, limits_.speed), limits_.high - state_.position);
  // Braking begins in time to be as fast as the target where it meets it.
  const std::int32_t behind = target - target_step - state_.position;
  const std::int32_t wanted = behind < 0 ? target_step - as_far_as(target_step - least, -behind)
                                         : target_step + as_far_as(most - target_step, behind);
  target_ = target;
  state_.step = std::clamp(wanted, least, most);
  state_.position += state_.step;
  return state_.position;
}

/// The first of steps that each are slower by the acceleration and together no longer than the distance. From v
/// on these are n = ceil(v / a) with a sum of n v - a n (n - 1) / 2.
std::int32_t AxisMotion::fastest_within(std::int32_t distance) const noexcept {
  const std::int64_t a = limits_.acceleration;
  if (distance <= a) return distance;
  auto steps =
      static_cast<std::int64_t>((std::sqrt(1.0 + 8.0 * distance / static_cast<double>(a)) - 1.0) / 2.0);
  while (a * steps * (steps + 1) / 2 < distance) ++steps;
  return static_cast<std::int32_t>((distance + a * steps * (steps - 1) / 2) / steps);
}

/// The step, or less of it where braking from it would take more than the distance. Usually it is short enough
/// for a bound without a root: the sum is at most v + v v / (2 a).
std::int32_t AxisMotion::as_far_as(std::int32_t step, std::int32_t distance) const noexcept {
  const std::int64_t v = step, a = limits_.acceleration;
  if (v <= 0 || v * (v + 2 * a) <= 2 * a * distance) return step;
  return std::min(step, fastest_within(distance));
}

bool AxisMotion::follows(std::span<const std::int32_t> positions) const noexcept {
  if (!on_target() || !are_within(limits_, positions)) return false;
  if (limits_.acceleration == MotionLimits::kNoAcceleration) return true;
  // Room to come to rest: the square is more than the sum of the steps, by at least one where it is not zero.
  const float per_square = 0.5F / static_cast<float>(limits_.acceleration);
  const auto low = static_cast<float>(limits_.low), high = static_cast<float>(limits_.high);
  int beyond = 0;
  for (std::size_t i = 2; i < positions.size(); ++i) {
    const auto step = static_cast<float>(positions[i] - positions[i - 1]);
    const float rest = static_cast<float>(positions[i]) + step * std::abs(step) * per_square;
    beyond |= static_cast<int>(rest > high) | static_cast<int>(rest < low);
  }
  return beyond == 0;
}

void AxisMotion::follow(std::span<const std::int32_t> positions) noexcept {
  target_ = positions.back();
  state_ = {target_, target_ - positions[positions.size() - 2]};
}

bool are_within(const MotionLimits& limits, std::span<const std::int32_t> positions) noexcept {
  int beyond = 0;
  for (std::size_t i = 2; i < positions.size(); ++i) {
    const std::int32_t step = positions[i] - positions[i - 1];
    const std::int32_t change = step - (positions[i - 1] - positions[i - 2]);
    beyond |= static_cast<int>(step > limits.speed) | static_cast<int>(step < -limits.speed) |
              static_cast<int>(change > limits.acceleration) | static_cast<int>(change < -limits.acceleration) |
              static_cast<int>(positions[i] > limits.high) | static_cast<int>(positions[i] < limits.low);
  }
  return beyond == 0;
}

}  // namespace idn::client
