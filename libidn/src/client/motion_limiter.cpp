// SPDX-License-Identifier: MIT
#include "client/motion_limiter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "client/colours.hpp"

namespace idn::client {
namespace {

using enum LimitAction;

std::int32_t lowest_position(double edge) noexcept {
  return static_cast<std::int32_t>(std::ceil(edge * 32768));
}

std::int32_t highest_position(double edge) noexcept {
  return std::min(static_cast<std::int32_t>(std::floor(edge * 32768)), 32767);
}

}  // namespace

MotionLimiter::MotionLimiter(const OutputLimits& limits, SampleRate rate) noexcept
    : speed_(limits.speed),
      acceleration_(limits.acceleration),
      picture_(limits.picture),
      is_neutral_(speed_.action == Off && acceleration_.action == Off && picture_.action == Off),
      rate_(rate) {
  take_limits();
}

void MotionLimiter::set_rate(SampleRate rate) noexcept {
  const SampleRate before = std::exchange(rate_, rate);
  take_limits();
  x_.change_rate(before, rate);
  y_.change_rate(before, rate);
}

/// Which limits move the samples, and which only judge them.
void MotionLimiter::take_limits() noexcept {
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
}

void MotionLimiter::process(std::span<LaserSample> samples, BeamTrack& track,
                            OutputCounters& counters) noexcept {
  begin(track);
  if (is_neutral_ || all_within(track)) {
    x_.follow(track.all_x());
    y_.follow(track.all_y());
    return;
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    move(samples[i], counters);
    track.x[BeamTrack::kBefore + i] = samples[i].x;
    track.y[BeamTrack::kBefore + i] = samples[i].y;
    judge(samples[i], track, i, counters);
  }
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

/// The usual case: nothing to change and nothing to count.
bool MotionLimiter::all_within(const BeamTrack& track) const noexcept {
  return is_in_picture(track.before(0)) && are_within(judged_x_, track.all_x()) &&
         are_within(judged_y_, track.all_y()) && x_.follows(track.all_x()) && y_.follows(track.all_y());
}

bool MotionLimiter::is_in_picture(GridPoint point) const noexcept {
  return point.x >= judged_x_.low && point.x <= judged_x_.high && point.y >= judged_y_.low &&
         point.y <= judged_y_.high;
}

void MotionLimiter::move(LaserSample& sample, OutputCounters& counters) noexcept {
  const GridPoint target{std::clamp<std::int32_t>(sample.x, x_.limits().low, x_.limits().high),
                         std::clamp<std::int32_t>(sample.y, y_.limits().low, y_.limits().high)};
  const bool too_fast = std::abs(target.x - x_.state().position) > x_.limits().speed ||
                        std::abs(target.y - y_.state().position) > y_.limits().speed;
  const GridPoint moved{x_.move(target.x), y_.move(target.y)};
  if (target != GridPoint{sample.x, sample.y}) counters.picture.add();
  if (too_fast)
    counters.speed.add();
  else if (moved != target)
    counters.acceleration.add();
  sample.x = static_cast<std::int16_t>(moved.x);
  sample.y = static_cast<std::int16_t>(moved.y);
}

void MotionLimiter::judge(LaserSample& sample, const BeamTrack& track, std::size_t index,
                          OutputCounters& counters) const noexcept {
  const auto beyond = [&](std::int32_t MotionLimits::* most, std::int32_t of_x, std::int32_t of_y) {
    return std::abs(of_x) > judged_x_.*most || std::abs(of_y) > judged_y_.*most;
  };
  const GridPoint at = track.at(index), before = track.before(index);
  const GridPoint earlier{track.x[index], track.y[index]};
  const GridPoint step{at.x - before.x, at.y - before.y};
  const GridPoint change{step.x - (before.x - earlier.x), step.y - (before.y - earlier.y)};
  judge(picture_.action, is_lit(sample) && !(is_in_picture(at) && is_in_picture(before)), sample,
        counters.picture);
  judge(speed_.action, beyond(&MotionLimits::speed, step.x, step.y), sample, counters.speed);
  judge(acceleration_.action, beyond(&MotionLimits::acceleration, change.x, change.y), sample,
        counters.acceleration);
}

void MotionLimiter::judge(LimitAction action, bool is_beyond, LaserSample& sample, Counter& counter) noexcept {
  if (!is_beyond) return;
  if (action == Count) counter.add();
  if (action != Blank || !is_lit(sample)) return;
  sample = blanked(sample);
  counter.add();
}

}  // namespace idn::client
