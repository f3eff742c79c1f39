// SPDX-License-Identifier: MIT
#include "idn/stream/send/clock_follower.hpp"

#include <algorithm>
#include <cmath>

namespace idn::stream {
namespace {

constexpr double kLimit = ClockFollower::kLimitPpb / 1e3;  // ppm
constexpr double kSlew = ClockFollower::kSlewPpb / 1e3;    // ppm per second
constexpr double kMostPull = 50;                           // ppm

// Ridge term of the regression, which shrinks the slope by sum_xx / (sum_xx + kRidge): it counts nearly in
// full once its readings span several seconds.
constexpr double kRidge = 1;        // s^2
constexpr double kLeastSumXx = 10;  // s^2: sum_xx from which a window counts
/// A window is not closed before it has so many readings, however rarely they come.
constexpr std::uint64_t kFewestReadings = 8;
/// Readings that are averaged for the present level, and for the set point.
constexpr std::uint64_t kLevelReadings = 16;

// Outlier gate: a reading is accepted within kGateResiduals times the mean absolute residual, at least
// kNarrowestGate, plus kWander times the time since the last reading, by which the clock may have drifted
// meanwhile.
constexpr double kFirstMeanResidual = 400;  // us
constexpr double kNarrowestGate = 200;      // us
constexpr double kGateResiduals = 5;
constexpr double kResidualShare = 1.0 / 16;
constexpr double kWander = 20;     // ppm
constexpr int kNewLevelAfter = 3;  // outliers in a row: a step of the level

}  // namespace

ClockFollower::ClockFollower() noexcept : mean_residual_(kFirstMeanResidual) {}

void ClockFollower::observe(TimePoint at, Duration level) noexcept {
  if (level <= Duration{0} || level > kLongestLevel) return;
  take(seconds_since_start(at), in_micros(level));
}

void ClockFollower::restart() noexcept {
  close_window();
  readings_ = 0;
  outliers_ = 0;
}

std::int64_t ClockFollower::correction_ppb(TimePoint now) noexcept {
  advance_to(seconds_since_start(now));
  return std::llround(correction_ * 1e3);
}

std::int64_t ClockFollower::rate_ppb() const noexcept {
  return std::llround(rate_ * 1e3);
}

double ClockFollower::seconds_since_start(TimePoint time) noexcept {
  if (!start_) start_ = time;
  return in_seconds(time - *start_);
}

void ClockFollower::advance_to(double now) noexcept {
  const double passed = now - now_;
  if (passed <= 0) return;
  now_ = now;
  const double wanted = std::clamp(rate_ + pull(), -kLimit, kLimit);
  const double change = std::clamp(wanted - correction_, -kSlew * passed, kSlew * passed);
  const double gain = (correction_ + change / 2) * passed;
  correction_ += change;
  gained_ += gain;
  level_ += gain - rate_ * passed;
}

double ClockFollower::pull() const noexcept {
  if (readings_ == 0) return 0;
  return std::clamp((set_point_ - level_) / in_seconds(kPull), -kMostPull, kMostPull);
}

void ClockFollower::take(double at, double level) noexcept {
  advance_to(at);
  if (readings_ > 0) {
    const double residual = level - level_;
    if (is_outlier(residual, at)) {
      if (++outliers_ < kNewLevelAfter) return;
      restart();
    } else {
      outliers_ = 0;
      level_ += residual / static_cast<double>(std::min(readings_ + 1, kLevelReadings));
    }
  }
  if (window_.sum_xx() >= kLeastSumXx && !window_is_clock()) restart();
  if (readings_ == 0) begin(at, level);
  ++readings_;
  last_at_ = at;
  add_to_window(at, level);
  rate_ = pooled_rate();
  refine_set_point(at, level);
}

void ClockFollower::begin(double at, double level) noexcept {
  level_ = level;
  early_ = {.at = at, .gained = gained_};
  set_point_is_new_ = !has_set_point_ || std::abs(level - set_point_) > in_micros(kSetPointStep);
  if (set_point_is_new_) set_point_ = level;
  has_set_point_ = true;
}

bool ClockFollower::is_outlier(double residual, double at) noexcept {
  const double gate =
      std::max(kNarrowestGate, kGateResiduals * mean_residual_) + kWander * std::max(at - last_at_, 0.0);
  mean_residual_ += (std::min(std::abs(residual), gate) - mean_residual_) * kResidualShare;
  return std::abs(residual) > gate;
}

void ClockFollower::add_to_window(double at, double level) noexcept {
  if (window_.count() >= kFewestReadings && at - window_begin_ >= in_seconds(kWindow)) close_window();
  if (window_.count() == 0) window_begin_ = at;
  window_.add(at - window_begin_, level - gained_);
}

/// No clock is off by twice the limit: with such a slope the receiver is moving its level by itself.
bool ClockFollower::window_is_clock() const noexcept {
  return std::abs(window_.slope().value_or(0)) <= 2 * kLimit;
}

/// A window with little information must not replace one with more.
void ClockFollower::close_window() noexcept {
  if (window_.sum_xx() >= kLeastSumXx && window_is_clock())
    slopes_[closed_windows_++ % kWindows] = {window_.sum_xx(), window_.sum_xy()};
  window_ = {};
}

double ClockFollower::pooled_rate() const noexcept {
  double sum_xx = window_.sum_xx() + kRidge, sum_xy = window_.sum_xy();
  for (const Slope& slope : slopes_) {
    sum_xx += slope.sum_xx;
    sum_xy += slope.sum_xy;
  }
  // The faster the receiver, the faster its level falls.
  return std::clamp(-sum_xy / sum_xx, -kLimit, kLimit);
}

/// The set point is the mean of the early readings, each corrected for the drift since the first one.
void ClockFollower::refine_set_point(double at, double level) noexcept {
  if (!set_point_is_new_ || readings_ > kLevelReadings) return;
  const auto count = static_cast<double>(readings_);
  early_.mean_age += (at - early_.at - early_.mean_age) / count;
  early_.mean_level += (level - (gained_ - early_.gained) - early_.mean_level) / count;
  set_point_ = early_.mean_level + rate_ * early_.mean_age;
}

}  // namespace idn::stream
