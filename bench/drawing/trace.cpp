// SPDX-License-Identifier: MIT
#include "bench/drawing/trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "idn/picture/scanner.hpp"

namespace idn::bench {
namespace {

struct Place {
  double x = 0, y = 0;
};

struct Line {
  Place from, to;
};

double square_distance(Place place, const Line& line) {
  const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y, square = dx * dx + dy * dy;
  const double along =
      square == 0
          ? 0
          : std::clamp(((place.x - line.from.x) * dx + (place.y - line.from.y) * dy) / square, 0.0, 1.0);
  const double x = place.x - line.from.x - along * dx, y = place.y - line.from.y - along * dy;
  return x * x + y * y;
}

/// Largest distance of the points of one set of lines, at steps of about `step`, from the other.
double largest_distance(std::span<const Line> of, std::span<const Line> from) {
  constexpr double kStep = 0.008;
  double largest = 0;
  for (const Line& line : of) {
    const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
    const int pieces = 1 + static_cast<int>(std::hypot(dx, dy) / kStep);
    for (int i = 0; i <= pieces; ++i) {
      const double t = static_cast<double>(i) / pieces;
      double nearest = std::numeric_limits<double>::max();
      for (const Line& other : from)
        nearest = std::min(nearest, square_distance({line.from.x + t * dx, line.from.y + t * dy}, other));
      largest = std::max(largest, nearest);
    }
  }
  return std::sqrt(largest);
}

std::vector<Line> lines_of(const picture::Drawing& drawing) {
  std::vector<Line> lines;
  for (const auto& stroke : drawing.strokes())
    for (std::size_t i = 1; i < stroke.size(); ++i)
      lines.push_back({{stroke[i - 1].x, stroke[i - 1].y}, {stroke[i].x, stroke[i].y}});
  return lines;
}

/// The lit beam of the second pass.
std::vector<Line> lit_trace(std::span<const LaserSample> samples, SampleRate rate, double kpps) {
  constexpr int kSteps = 4;
  const Duration step{static_cast<Duration::rep>(1e9 / rate.per_second / kSteps)};
  picture::ScannerAxis x(picture::scanner_for(kpps)), y(picture::scanner_for(kpps));
  x.rest_at(samples.front().x / 32767.0), y.rest_at(samples.front().y / 32767.0);
  std::vector<Line> lines;
  for (const bool is_measured : {false, true})
    for (const LaserSample& sample : samples)
      for (int i = 0; i < kSteps; ++i) {
        const Place from{x.position(), y.position()};
        const Place to{x.follow(sample.x / 32767.0, step), y.follow(sample.y / 32767.0, step)};
        if (is_measured && !sample.is_dark()) lines.push_back({from, to});
      }
  return lines;
}

}  // namespace

DrawnError drawn_error(const picture::Drawing& drawing, std::span<const LaserSample> samples, SampleRate rate,
                       double scanner_kpps) {
  if (samples.empty()) return {};
  const auto strokes = lines_of(drawing), trace = lit_trace(samples, rate, scanner_kpps);
  return {largest_distance(trace, strokes) / 2, largest_distance(strokes, trace) / 2};
}

}  // namespace idn::bench
