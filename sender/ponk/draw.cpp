// SPDX-License-Identifier: MIT
#include "sender/ponk/draw.hpp"

#include <algorithm>
#include <cmath>

namespace idn::sender::ponk {
namespace {

LaserSample lit_at(const PathPoint& point) noexcept {
  return sample_at(point.x, point.y, point.r, point.g, point.b);
}

PathPoint between(const PathPoint& a, const PathPoint& b, double t) noexcept {
  return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t), std::lerp(a.r, b.r, t), std::lerp(a.g, b.g, t),
          std::lerp(a.b, b.b, t)};
}

/// What lies outside is brought to the edge first: a far point must not make a line of a million samples.
PathPoint inside(PathPoint point) noexcept {
  point.x = std::clamp(point.x, -1.0, 1.0);
  point.y = std::clamp(point.y, -1.0, 1.0);
  return point;
}

/// Draws one path by its length, not by its points: a circle of 4096 points takes as long as one of 64.
class Pen {
 public:
  Pen(std::vector<LaserSample>& samples, double step, std::size_t rest, std::size_t most)
      : samples_(samples), step_(step), rest_(rest), most_(most) {}

  void begin(const PathPoint& point) {
    here_ = point;
    rest();
  }

  void line_to(const PathPoint& to) {
    const double length = std::hypot(to.x - here_.x, to.y - here_.y);
    if (length > 0) {
      turn((to.x - here_.x) / length, (to.y - here_.y) / length);
      for (double at = step_ - since_; at <= length && !is_full(); at += step_)
        samples_.push_back(lit_at(between(here_, to, at / length)));
      since_ = std::fmod(since_ + length, step_);
    }
    here_ = to;
  }

  void rest() { samples_.insert(samples_.end(), is_full() ? 0 : rest_, lit_at(here_)); }
  bool is_full() const noexcept { return samples_.size() > most_; }

 private:
  /// Rests at corners of more than 30 degrees.
  void turn(double x, double y) {
    constexpr double kStraight = 0.866;
    if ((x_ != 0 || y_ != 0) && x * x_ + y * y_ < kStraight) rest();
    x_ = x;
    y_ = y;
  }

  std::vector<LaserSample>& samples_;
  double step_;
  std::size_t rest_;
  std::size_t most_;
  PathPoint here_{};
  double since_ = 0;      ///< length since the last sample
  double x_ = 0, y_ = 0;  ///< direction of the last line; 0: none
};

bool is_beam(const Path& path) {
  return std::ranges::all_of(path.points, [&](const PathPoint& point) {
    return point.x == path.points.front().x && point.y == path.points.front().y;
  });
}

/// NaN is the lower bound, as in sample_at().
double within(double value, double least, double most) noexcept {
  return value > least ? std::min(value, most) : least;
}

}  // namespace

std::optional<std::vector<LaserSample>> draw(const std::vector<Path>& paths, SampleRate rate,
                                             const stream::MoveTiming& moves) {
  const double crossing = in_seconds(moves.across) * rate.per_second;
  const std::size_t most = rate.per_second;
  const auto rest = static_cast<std::size_t>(std::max(1.0, std::round(crossing / 10)));
  std::vector<LaserSample> samples;
  for (const Path& path : paths) {
    if (path.points.empty()) continue;
    const PathPoint first = inside(path.points.front());
    const LaserSample start = sample_at(first.x, first.y, 0, 0, 0);
    if (samples.empty()) samples.push_back(start);
    stream::append_blanked_move(samples.back(), start, rate, samples, moves);
    if (is_beam(path)) {
      const double count = path.beam_samples.value_or(0);
      const double usual = in_seconds(std::chrono::milliseconds(1)) * rate.per_second;
      samples.insert(samples.end(), static_cast<std::size_t>(within(count > 0 ? count : usual, 1, 1000)),
                     lit_at(first));
    } else {
      // Our speed is what the scanners are known to follow, so that a hint only slows down.
      Pen pen(samples, within(path.speed, 0.1, 1) / crossing, rest, most);
      pen.begin(first);
      for (const PathPoint& point : path.points) pen.line_to(inside(point));
      pen.rest();
    }
    if (samples.size() > most) return std::nullopt;
  }
  return samples;
}

}  // namespace idn::sender::ponk
