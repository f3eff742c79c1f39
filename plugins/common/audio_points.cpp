// SPDX-License-Identifier: MIT
#include "plugins/common/audio_points.hpp"

#include <algorithm>

#include "plugins/common/dac_ranges.hpp"

namespace idn::plugins {
namespace {

constexpr int kLargest12 = 4095;
constexpr int kLargest8 = 255;

std::uint16_t colour_of_15(int colour) noexcept {
  const int clamped = std::max(colour, 0);
  return static_cast<std::uint16_t>(clamped << 1 | clamped >> 14);
}

LaserSample audio_sample_of_12(const AudioPoint& point) noexcept {
  return sample_of_12(point.x, point.y, point.r, point.g, point.b);
}

LaserSample audio_sample_of_16(const AudioPoint& point) noexcept {
  return with_intensity({.x = point.x,
                         .y = point.y,
                         .r = colour_of_15(point.r),
                         .g = colour_of_15(point.g),
                         .b = colour_of_15(point.b)});
}

bool exceeds_12_bits(const AudioPoint& point) noexcept {
  const auto is_outside = [](int value, int largest) { return value < 0 || value > largest; };
  return is_outside(point.x, kLargest12) || is_outside(point.y, kLargest12) || is_outside(point.r, kLargest8) ||
         is_outside(point.g, kLargest8) || is_outside(point.b, kLargest8);
}

bool is_lit(const AudioPoint& point) noexcept {
  return (point.r | point.g | point.b) != 0;
}

}  // namespace

std::vector<LaserSample> to_samples(std::span<const AudioPoint> points, EzAudDacRange range) {
  std::vector<LaserSample> samples(points.size());
  std::ranges::transform(points, samples.begin(),
                         range == EzAudDacRange::Bits12 ? audio_sample_of_12 : audio_sample_of_16);
  return samples;
}

EzAudDacRange RangeDetector::observe(std::span<const AudioPoint> points) noexcept {
  if (!is_16_bit_ && std::ranges::any_of(points, exceeds_12_bits)) is_16_bit_ = true;
  if (is_16_bit_) return EzAudDacRange::Bits16;
  return std::ranges::any_of(points, is_lit) ? EzAudDacRange::Bits12 : EzAudDacRange::Bits16;
}

}  // namespace idn::plugins
