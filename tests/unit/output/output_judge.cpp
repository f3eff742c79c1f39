// SPDX-License-Identifier: MIT
#include "unit/output/output_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <sstream>

namespace idn::test {
namespace {

using output::Brightness;
using output::LimitAction;
using output::Polygon;
using output::ZonePoint;

bool holds_for(LimitAction action, bool lit) {
  return action == LimitAction::Clamp || (action == LimitAction::Blank && lit);
}

bool acts(LimitAction action) {
  return action == LimitAction::Clamp || action == LimitAction::Blank;
}

/// Signed distance to the edge of a polygon, positive inside, at most `far`. Inside is determined by angles.
double depth(const Polygon& polygon, double x, double y) {
  double nearest = 4, angle = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ZonePoint a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double ax = a.x - x, ay = a.y - y, bx = b.x - x, by = b.y - y;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double along = std::clamp(-(ax * dx + ay * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    nearest = std::min(nearest, std::hypot(ax + along * dx, ay + along * dy));
    angle += std::atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return std::abs(angle) > 3 ? nearest : -nearest;
}

/// The largest ratio of a colour of a sample to its limit; infinite if a limit of 0 is exceeded.
double used(const LaserSample& s, const Brightness& most) {
  double largest = 0;
  const auto colour = [&](double value, double limit) {
    if (value > 0) largest = std::max(largest, value / 65535 / limit);
  };
  colour(s.r, most.red);
  colour(s.g, most.green);
  colour(s.b, most.blue);
  colour(s.u1, most.deep_blue);
  colour(s.u2, most.yellow);
  colour(s.u3, most.cyan);
  colour(s.intensity, std::max({most.red, most.green, most.blue, most.deep_blue, most.yellow, most.cyan}));
  return largest;
}

/// Tolerance in zones: the library rounds corners to sample positions, this judge computes in floating point.
constexpr double kRounding = 1.0 / 32768;

}  // namespace

OutputJudge::OutputJudge(const output::OutputLimits& limits, SampleRate rate)
    : limits_(limits), rate_(rate.per_second) {
  std::mt19937 random(7);
  for (int i = 0; i < 24; ++i) {
    const auto place = [&] { return static_cast<double>(random()) / 4294967296.0 * 2 - 1; };
    squares_.push_back({i < 2 ? -1 : place(), i < 2 ? -1 : place()});
  }
}

void OutputJudge::set_rate(SampleRate rate) {
  if (rate_ != rate.per_second) new_rate_ = true;
  rate_ = rate.per_second;
}

void OutputJudge::judge(const LaserSample& sample) {
  ++samples_;
  const Place at{sample.x / 32768.0, sample.y / 32768.0};
  const bool lit = sample.r != 0 || sample.g != 0 || sample.b != 0 || sample.u1 != 0 || sample.u2 != 0 ||
                   sample.u3 != 0 || sample.intensity != 0;
  if (history_ == 0 && lit) report("the first sample is lit", sample);
  judge_motion(sample, at);
  if (lit && history_ > 0) judge_zones(sample, before_, at);
  if (acts(limits_.brightness.action)) compare(used(sample, limits_.brightness.most), 1, "brightness", sample);
  if (acts(limits_.dwell.action) && lit) judge_dwell(sample, at);
  now_ += 1.0L / rate_;
  earlier_ = history_ == 0 ? at : before_;
  before_ = at;
  history_ = std::min(history_ + 1, 2);
  new_rate_ = false;
}

void OutputJudge::judge_motion(const LaserSample& sample, Place at) {
  const bool lit = !sample.is_dark() || sample.intensity != 0;
  const auto& picture = limits_.picture;
  const auto is_inside = [&](Place p) {
    return p.x >= picture.left && p.x <= picture.right && p.y >= picture.bottom && p.y <= picture.top;
  };
  if (holds_for(picture.action, lit) && !(is_inside(at) && (history_ == 0 || is_inside(before_))))
    report("picture", sample);
  if (history_ == 0) return;
  const double widths_x = (at.x - before_.x) / 2, widths_y = (at.y - before_.y) / 2;
  if (holds_for(limits_.speed.action, lit))
    compare(std::max(std::abs(widths_x), std::abs(widths_y)) * rate_, limits_.speed.most, "speed", sample);
  if (new_rate_ || !holds_for(limits_.acceleration.action, lit)) return;
  const double change_x = widths_x - (before_.x - earlier_.x) / 2;
  const double change_y = widths_y - (before_.y - earlier_.y) / 2;
  compare(std::max(std::abs(change_x), std::abs(change_y)) * rate_ * rate_, limits_.acceleration.most,
          "acceleration", sample);
}

void OutputJudge::judge_zones(const LaserSample& sample, Place from, Place to) {
  constexpr int kParts = 6;
  for (int i = 0; i <= kParts; ++i) {
    // Both ends of the line, and places on it that differ with each sample.
    const double part = i == 0        ? 0
                        : i == kParts ? 1
                                      : std::fmod(static_cast<double>(samples_) * 0.618034 * i, 1.0);
    const double x = from.x + part * (to.x - from.x), y = from.y + part * (to.y - from.y);
    for (const auto& zone : limits_.zones)
      if (acts(zone.action) && used(sample, zone.most) > 1 && depth(zone.corners, x, y) > kRounding)
        report("zone", sample);
    for (const auto& allowed : limits_.allowed) {
      if (!acts(allowed.action)) continue;
      const auto covers = [&](const Polygon& polygon) { return depth(polygon, x, y) > -kRounding; };
      if (std::ranges::none_of(allowed.zones, covers)) report("allowed", sample);
    }
  }
}

/// The dwell of any time interval is the difference of two balances.
void OutputJudge::judge_dwell(const LaserSample& s, Place at) {
  const auto colours = std::max({s.r, s.g, s.b, s.u1, s.u2, s.u3});
  const long double light = (colours != 0 ? colours : s.intensity) / 65535.0L / rate_;
  const double size = 2 * limits_.dwell.size;
  // The first two squares follow the beam: one moves to where it rests, one at any jump.
  if (samples_ % 5000 == 0) squares_[0] = {at.x - size / 3, at.y - size / 2};
  for (Square& square : squares_) {
    if (at.x < square.left || at.x > square.left + size || at.y < square.bottom || at.y > square.bottom + size)
      continue;
    square.least = square.balance == 0 ? -limits_.dwell.share * now_
                                       : std::min(square.least, square.balance - limits_.dwell.share * now_);
    square.balance += light;
    compare(static_cast<double>(square.balance - limits_.dwell.share * now_ - square.least),
            std::chrono::duration<double>(limits_.dwell.longest).count(), "dwell", s);
  }
}

void OutputJudge::compare(double value, double most, const char* limit, const LaserSample& sample) {
  most_used_ = std::max(most_used_, value / most);
  if (value > most * (1 + 1e-9)) report(limit, sample);
}

void OutputJudge::report(const char* limit, const LaserSample& sample) {
  if (!offence_.empty()) return;
  std::ostringstream text;
  text << limit << " at sample " << samples_ << ": x " << sample.x << " y " << sample.y << " r " << sample.r
       << " g " << sample.g << " b " << sample.b << " intensity " << sample.intensity << ", from x "
       << before_.x * 32768 << " y " << before_.y * 32768;
  offence_ = text.str();
}

}  // namespace idn::test
