// SPDX-License-Identifier: MIT
#include "viewer/model/picture/heat_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "viewer/model/picture/tone.hpp"

namespace idn::viewer {
namespace {

constexpr LinearRgb kRing{0.1F, 0.6F, 1.0F};

double power_of(const LaserSample& sample, bool ttl) {
  constexpr Primaries kOnes{LinearRgb{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  return static_cast<double>(light_of(sample, kOnes, ttl).r);
}

/// Index of the square for a coordinate from -1 to 1; coordinates outside are clamped.
int square_of(double coordinate) {
  const double place = (coordinate + 1) / 2 * HeatMap::kSide;
  return static_cast<int>(std::clamp(place, 0.0, HeatMap::kSide - 1.0));
}

double middle_of(int square) {
  return (square + 0.5) * 2 / HeatMap::kSide - 1;
}

std::size_t index_of(int column, int row) {
  return static_cast<std::size_t>(row) * HeatMap::kSide + static_cast<std::size_t>(column);
}

/// Colour scale from black over red and yellow to white. `heat` 0..1.
std::uint32_t heat_colour(double heat) {
  const auto part = [heat](double from, double to) {
    return static_cast<std::uint32_t>(std::lround(255 * std::clamp((heat - from) / (to - from), 0.0, 1.0)));
  };
  return 0xFF000000U | part(0, 0.45) << 16 | part(0.35, 0.8) << 8 | part(0.75, 1);
}

}  // namespace

HeatMap::HeatMap(const Timeline& timeline, TimePoint from, TimePoint to, const PictureOptions& options)
    : squares_(std::size_t{kSide} * kSide), range_(to - from) {
  Tracer tracer(options.beam);
  tracer.trace(timeline, from, to, [&](const Stroke& stroke) {
    if (const double power = power_of(*stroke.sample, options.ttl); power > 0) add(stroke, power);
  });
}

HeatMap& HeatMap::operator+=(const HeatMap& next) {
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    squares_[i].time += next.squares_[i].time;
    squares_[i].energy += next.squares_[i].energy;
  }
  range_ += next.range_;
  lit_ += next.lit_;
  energy_ += next.energy_;
  return *this;
}

/// Distributes a stroke over the squares that it crosses, in steps of half a square; strokes longer than twice
/// the picture, in larger ones.
void HeatMap::add(const Stroke& stroke, double power) {
  const double dx = stroke.to.x - stroke.from.x, dy = stroke.to.y - stroke.from.y;
  const auto steps = static_cast<int>(std::clamp(std::hypot(dx, dy) * kSide, 1.0, 4.0 * kSide));
  const double seconds = in_seconds(stroke.length) / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = (i + 0.5) / steps;
    Square& square = squares_[index_of(square_of(stroke.from.x + t * dx), square_of(stroke.from.y + t * dy))];
    square.time += seconds;
    square.energy += seconds * power;
  }
  lit_ += stroke.length;
  energy_ += seconds * steps * power;
}

std::size_t HeatMap::hottest_index() const {
  const auto hottest = std::ranges::max_element(squares_, {}, &Square::energy);
  return static_cast<std::size_t>(hottest - squares_.begin());
}

std::optional<HeatMap::Spot> HeatMap::hottest() const {
  if (energy_ <= 0) return std::nullopt;
  const std::size_t index = hottest_index();
  const int column = static_cast<int>(index) % kSide, row = static_cast<int>(index) / kSide;
  return Spot{{middle_of(column), middle_of(row)},
              squares_[index].time / in_seconds(range_),
              squares_[index].energy / energy_};
}

/// Colours show the square root of the energy, since a resting point has a thousand times that of a line.
std::vector<std::uint32_t> HeatMap::picture(const PictureOptions& options) const {
  const Picture screen(options);
  const std::size_t hottest = hottest_index();
  const double most = std::max(squares_[hottest].energy, 1e-12);
  std::vector<std::uint32_t> pixels(
      static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height), 0xFF000000U);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const auto width = static_cast<std::size_t>(options.width);
    const Position at =
        screen.position_of({static_cast<float>(i % width) + 0.5F, static_cast<float>(i / width) + 0.5F});
    if (std::max(std::abs(at.x), std::abs(at.y)) > 1) continue;
    pixels[i] = heat_colour(std::sqrt(squares_[index_of(square_of(at.x), square_of(at.y))].energy / most));
  }
  if (energy_ <= 0) return pixels;
  Light light(options.width, options.height, 0.8F);
  const Position middle{middle_of(static_cast<int>(hottest) % kSide),
                        middle_of(static_cast<int>(hottest) / kSide)};
  constexpr int kSegments = 48;
  const auto at = [&](int i) {
    const double radians = 2 * std::numbers::pi * i / kSegments;
    return screen.pixel_of({middle.x + 0.04 * std::cos(radians), middle.y + 0.04 * std::sin(radians)});
  };
  for (int i = 0; i < kSegments; ++i) light.add_line(at(i), at(i + 1), kRing);
  std::vector<std::uint32_t> out(pixels.size());
  light.render(1, pixels, out);
  return out;
}

std::string to_string(const HeatMap::Spot& spot) {
  return fmt::format("x {:.2f} y {:.2f}: {:.1f} % of the light, {:.1f} % of the time", spot.middle.x,
                     spot.middle.y, 100 * spot.share_of_energy, 100 * spot.share_of_time);
}

}  // namespace idn::viewer
