// SPDX-License-Identifier: MIT
#include "plugins/compat/points.hpp"

#include <algorithm>

#include "plugins/common/dac_ranges.hpp"

namespace idn::plugins::compat {
namespace {

LaserSample sample_of_easylase(const EasyLasePoint& point) noexcept {
  return sample_of_12(point.x, point.y, point.r, point.g, point.b);
}

LaserSample sample_of_olsc(const OlscPoint& point) noexcept {
  return with_intensity({.x = position_of_16(point.x),
                         .y = position_of_16(point.y),
                         .r = colour_of_8(point.r),
                         .g = colour_of_8(point.g),
                         .b = colour_of_8(point.b)});
}

LaserSample sample_of_signed_olsc(const OlscPoint& point) noexcept {
  const auto colour = [](std::uint16_t value) { return colour_of_8(static_cast<std::int16_t>(value) / 128); };
  return with_intensity({.x = static_cast<std::int16_t>(point.x),
                         .y = static_cast<std::int16_t>(point.y),
                         .r = colour(point.r),
                         .g = colour(point.g),
                         .b = colour(point.b)});
}

template <class Point>
std::vector<LaserSample> convert_all(std::span<const Point> points, LaserSample (*convert)(const Point&)) {
  std::vector<LaserSample> samples(points.size());
  std::ranges::transform(points, samples.begin(), convert);
  return samples;
}

}  // namespace

std::vector<LaserSample> to_samples(std::span<const EasyLasePoint> points) {
  return convert_all<EasyLasePoint>(points, sample_of_easylase);
}

std::vector<LaserSample> to_samples(std::span<const OlscPoint> points, OlscUnits units) {
  return convert_all<OlscPoint>(points, units == OlscUnits::Signed ? sample_of_signed_olsc : sample_of_olsc);
}

}  // namespace idn::plugins::compat
