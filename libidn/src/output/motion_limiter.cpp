// SPDX-License-Identifier: MIT
#include "output/motion_limiter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "output/colours.hpp"

namespace idn::output {
namespace {

using enum LimitAction;

std::int32_t lowest_position(double edge) noexcept {
  return static_cast<std::int32_t>(std::ceil(edge * 32768));
}

std::int32_t highest_position(double edge) noexcept {
  return std::min(static_cast<std::int32_t>(std::floor(edge * 32768)), 32767);
}

/// Number of samples whose requested position is outside of the picture.
std::uint32_t count_outside(const BeamTrack& asked, const AxisCourse& x, const AxisCourse& y) noexcept {
  std::uint32_t outside = 0;
  for (std::size_t i = 0; i < asked.count; ++i) {
    const auto off_x = asked.x[BeamTrack::kBefore + i] ^ x.target[1 + i];
    const auto off_y = asked.y[BeamTrack::kBefore + i] ^ y.target[1 + i];
    outside += (off_x | off_y) != 0 ? 1U : 0U;
  }
  return outside;
}

/// Numbers of samples that did not reach their target, by cause.
struct Missed {
  std::uint32_t too_fast = 0;
  std::uint32_t others = 0;
};

Missed count_missed(const BeamTrack& track, const AxisCourse& x, const AxisCourse& y,
                    std::int32_t speed) noexcept {
  std::uint32_t too_fast = 0, missed = 0;
  for (std::size_t i = 0; i < track.count; ++i) {
    const std::size_t at = BeamTrack::kBefore + i;
    const std::uint32_t fast = std::abs(x.target[1 + i] - track.x[at - 1]) > speed ? 1U : 0U;
    const std::uint32_t fast_y = std::abs(y.target[1 + i] - track.y[at - 1]) > speed ? 1U : 0U;
    too_fast += fast | fast_y;
    missed += ((track.x[at] ^ x.target[1 + i]) | (track.y[at] ^ y.target[1 + i])) != 0 ? 1U : 0U;
  }
  return {too_fast, missed - too_fast};  // missed includes too_fast
}

/// a || b without a branch, which would often be mispredicted with noisy content.
constexpr bool either(bool a, bool b) noexcept {
  return (static_cast<int>(a) | static_cast<int>(b)) != 0;
}

void add(Counter& counter, std::uint64_t samples) noexcept {
  if (samples != 0) counter.add(samples);
}

bool any_is(const OutputLimits& limits, std::initializer_list<LimitAction> actions) noexcept {
  return std::ranges::any_of(actions, [&](LimitAction action) {
    return limits.speed.action == action || limits.acceleration.action == action ||
           limits.picture.action == action;
  });
}

}  // namespace

MotionLimiter::MotionLimiter(const OutputLimits& limits, SampleRate rate)
    : speed_(limits.speed),
      acceleration_(limits.acceleration),
      picture_(limits.picture),
      moves_(any_is(limits, {Clamp})),
      judges_(any_is(limits, {Count, Blank})),
      rate_(rate),
      first_(take_limits()),
      first_braking_(shared_braking(first_.speed, first_.acceleration)),
      braking_(first_braking_.get()) {}

void MotionLimiter::set_rate(SampleRate rate) noexcept {
  const SampleRate before = std::exchange(rate_, rate);
  const MotionLimits now = take_limits();
  const bool is_first = now.speed == first_.speed && now.acceleration == first_.acceleration;
  if (!is_first) own_braking_.set_limits(now.speed, now.acceleration);
  braking_ = is_first ? first_braking_.get() : &own_braking_;
  x_.change_rate(before, rate, *braking_);
  y_.change_rate(before, rate, *braking_);
}

MotionLimits MotionLimiter::take_limits() noexcept {
  MotionLimits moved_x, moved_y;
  judged_x_ = judged_y_ = {};
  if (picture_.action != Off) {
    MotionLimits& x = picture_.action == Clamp ? moved_x : judged_x_;
    MotionLimits& y = picture_.action == Clamp ? moved_y : judged_y_;
    x.low = lowest_position(picture_.left);
    x.high = std::max(highest_position(picture_.right), x.low);
    y.low = lowest_position(picture_.bottom);
    y.high = std::max(highest_position(picture_.top), y.low);
  }
  if (speed_.action != Off) {
    const auto steps = steps_per_sample(speed_.most, rate_);
    (speed_.action == Clamp ? moved_x : judged_x_).speed = steps;
    (speed_.action == Clamp ? moved_y : judged_y_).speed = steps;
  }
  if (acceleration_.action != Off) {
    const auto steps = steps_per_sample_squared(acceleration_.most, rate_);
    (acceleration_.action == Clamp ? moved_x : judged_x_).acceleration = steps;
    (acceleration_.action == Clamp ? moved_y : judged_y_).acceleration = steps;
  }
  x_.set_limits(moved_x);
  y_.set_limits(moved_y);
  return moved_x;
}

void MotionLimiter::process(std::span<LaserSample> samples, BeamTrack& track,
                            OutputCounters& counters) noexcept {
  begin(track);
  // If the last samples had to be moved, these most likely have to be too: the check is skipped.
  if (moves_ && (moved_ || !x_.follows(track.all_x()) || !y_.follows(track.all_y()))) {
    move(samples, track, counters);
  } else {
    x_.follow(track.all_x());
    y_.follow(track.all_y());
  }
  if (judges_ && !is_judged_within(track)) judge(samples, track, counters);
}

void MotionLimiter::begin(BeamTrack& track) noexcept {
  if (!std::exchange(is_placed_, true)) {
    x_.place(std::clamp(track.x[BeamTrack::kBefore], x_.limits().low, x_.limits().high));
    y_.place(std::clamp(track.y[BeamTrack::kBefore], y_.limits().low, y_.limits().high));
  }
  track.x[0] = x_.state().position - x_.state().step;
  track.x[1] = x_.state().position;
  track.y[0] = y_.state().position - y_.state().step;
  track.y[1] = y_.state().position;
}

/// Fast check of the usual case: no sample is beyond a limit of Count or Blank.
bool MotionLimiter::is_judged_within(const BeamTrack& track) const noexcept {
  return is_in_picture(track.before(0)) && are_within(judged_x_, track.all_x()) &&
         are_within(judged_y_, track.all_y());
}

bool MotionLimiter::is_in_picture(GridPoint point) const noexcept {
  return point.x >= judged_x_.low && point.x <= judged_x_.high && point.y >= judged_y_.low &&
         point.y <= judged_y_.high;
}

void MotionLimiter::move(std::span<LaserSample> samples, BeamTrack& track, OutputCounters& counters) noexcept {
  AxisCourse to_x, to_y;
  x_.plan(track.own_x(), to_x);
  y_.plan(track.own_y(), to_y);
  const std::uint64_t outside = count_outside(track, to_x, to_y);
  AxisMotion x = x_, y = y_;  // local copies stay in registers
  const Braking& braking = *braking_;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const GridPoint at{x.move(to_x, i, braking), y.move(to_y, i, braking)};
    track.place(i, at);
    samples[i].x = static_cast<std::int16_t>(at.x);
    samples[i].y = static_cast<std::int16_t>(at.y);
  }
  x_ = x;
  y_ = y;
  const Missed missed = count_missed(track, to_x, to_y, x.limits().speed);
  moved_ = (outside | missed.too_fast | missed.others) != 0;
  add(counters.picture, outside);
  add(counters.speed, missed.too_fast);
  add(counters.acceleration, missed.others);
}

void MotionLimiter::judge(std::span<LaserSample> samples, const BeamTrack& track,
                          OutputCounters& counters) const noexcept {
  const auto exceeds = [&](std::int32_t MotionLimits::* most, std::int32_t of_x, std::int32_t of_y) {
    return either(std::abs(of_x) > judged_x_.*most, std::abs(of_y) > judged_y_.*most);
  };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    LaserSample& sample = samples[i];
    const GridPoint at = track.at(i), before = track.before(i), earlier{track.x[i], track.y[i]};
    const GridPoint step{at.x - before.x, at.y - before.y};
    const GridPoint change{step.x - (before.x - earlier.x), step.y - (before.y - earlier.y)};
    judge(picture_.action, !(is_in_picture(at) && is_in_picture(before)) && is_lit(sample), sample,
          counters.picture);
    judge(speed_.action, exceeds(&MotionLimits::speed, step.x, step.y), sample, counters.speed);
    judge(acceleration_.action, exceeds(&MotionLimits::acceleration, change.x, change.y), sample,
          counters.acceleration);
  }
}

void MotionLimiter::judge(LimitAction action, bool is_beyond, LaserSample& sample, Counter& counter) noexcept {
  if (!is_beyond) return;
  if (action == Count) counter.add();
  if (action != Blank || !is_lit(sample)) return;
  sample = blanked(sample);
  counter.add();
}

}  // namespace idn::output
