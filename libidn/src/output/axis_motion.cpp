// SPDX-License-Identifier: MIT
#include "output/axis_motion.hpp"

#include <cmath>

namespace idn::output {
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

void AxisMotion::change_rate(SampleRate from, SampleRate to, const Braking& braking) noexcept {
  const auto same_speed = std::int64_t{state_.step} * from.per_second / to.per_second;
  const auto fastest_stop = [&](std::int32_t distance) {
    // state_.step was already made: only the next step must fit, which can be slower by the acceleration.
    return std::min(limits_.speed, limits_.acceleration + braking.fastest_within(distance));
  };
  state_.step = static_cast<std::int32_t>(std::clamp<std::int64_t>(
      same_speed, -fastest_stop(state_.position - limits_.low), fastest_stop(limits_.high - state_.position)));
}

void AxisMotion::plan(std::span<const std::int32_t> asked, AxisCourse& course) noexcept {
  const MotionLimits limits = limits_;
  const std::size_t count = asked.size();
  course.target[0] = target_;
  for (std::size_t i = 0; i < count; ++i)
    course.target[1 + i] = std::max(std::min(asked[i], limits.high), limits.low);
  for (std::size_t i = 1; i <= count; ++i) {
    const std::int32_t step = course.target[i] - course.target[i - 1];
    course.step[i] = std::abs(step) > limits.speed ? 0 : step;
    course.goal[i] = course.target[i] - course.step[i];
  }
  target_ = course.target[count];
}

bool AxisMotion::follows(std::span<const std::int32_t> positions) const noexcept {
  if (!on_target() || !are_within(limits_, positions)) return false;
  if (limits_.acceleration == MotionLimits::kNoAcceleration) return true;
  // The stopping distance is estimated as step^2 / (2 * acceleration), which is never less than the sum of the
  // braking steps.
  const float per_square = 0.5F / static_cast<float>(limits_.acceleration);
  const auto low = static_cast<float>(limits_.low), high = static_cast<float>(limits_.high);
  int exceeded = 0;
  for (std::size_t i = 2; i < positions.size(); ++i) {
    const auto step = static_cast<float>(positions[i] - positions[i - 1]);
    const float rest = static_cast<float>(positions[i]) + step * std::abs(step) * per_square;
    exceeded |= static_cast<int>(rest > high) | static_cast<int>(rest < low);
  }
  return exceeded == 0;
}

void AxisMotion::follow(std::span<const std::int32_t> positions) noexcept {
  target_ = positions.back();
  state_ = {target_, target_ - positions[positions.size() - 2]};
}

bool are_within(const MotionLimits& limits, std::span<const std::int32_t> positions) noexcept {
  int exceeded = 0;
  for (std::size_t i = 2; i < positions.size(); ++i) {
    const std::int32_t step = positions[i] - positions[i - 1];
    const std::int32_t change = step - (positions[i - 1] - positions[i - 2]);
    exceeded |= static_cast<int>(step > limits.speed) | static_cast<int>(step < -limits.speed) |
                static_cast<int>(change > limits.acceleration) |
                static_cast<int>(change < -limits.acceleration) | static_cast<int>(positions[i] > limits.high) |
                static_cast<int>(positions[i] < limits.low);
  }
  return exceeded == 0;
}

}  // namespace idn::output
