// SPDX-License-Identifier: MIT
#include "idn/picture/path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace idn::picture {
namespace {

/// In units of moves_.across, the time of a blanked move over the full width (2 units of length): a lit line
/// has half the speed, and a corner takes a tenth of that time. With 30 kpps scanners these are 2 ms for the
/// full width, and 0.1 ms.
constexpr double kCrossingsPerUnit = 1;
constexpr double kCrossingsPerRest = 0.1;

}  // namespace

std::size_t Path::samples_for(double seconds) const noexcept {
  return static_cast<std::size_t>(std::max(1.0, std::round(seconds * rate_.per_second)));
}

LaserSample Path::at(double x, double y, Colour colour) const noexcept {
  return sample_at(x * size_, y * size_, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0);
}

void Path::rest(const LaserSample& sample) {
  samples_.insert(samples_.end(), samples_for(kCrossingsPerRest * in_seconds(moves_.across)), sample);
}

Path& Path::move_to(double x, double y) {
  const LaserSample to = at(x, y, {0, 0, 0});
  // No move to the first position: the player of the picture (SequencePlayer) adds it.
  if (samples_.empty()) samples_.push_back(to);
  stream::append_blanked_move(samples_.back(), to, rate_, samples_, moves_);
  x_ = x;
  y_ = y;
  return *this;
}

Path& Path::line_to(double x, double y, Colour colour) {
  const std::size_t count =
      samples_for(std::hypot(x - x_, y - y_) * kCrossingsPerUnit * in_seconds(moves_.across));
  for (std::size_t i = 1; i <= count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(count);
    samples_.push_back(at(std::lerp(x_, x, t), std::lerp(y_, y, t), colour));
  }
  rest(samples_.back());
  x_ = x;
  y_ = y;
  return *this;
}

Path& Path::circle(double x, double y, double radius, double seconds, Colour colour) {
  const std::size_t count = samples_for(seconds);
  // The last sample closes the figure, so that a pass ends where it began.
  for (std::size_t i = 0; i <= count; ++i) {
    const double radians = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    point(x + radius * std::cos(radians), y + radius * std::sin(radians), colour);
  }
  return *this;
}

Path& Path::point(double x, double y, Colour colour) {
  samples_.push_back(at(x, y, colour));
  x_ = x;
  y_ = y;
  return *this;
}

}  // namespace idn::picture
