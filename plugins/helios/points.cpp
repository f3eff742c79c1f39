// SPDX-License-Identifier: MIT
#include "plugins/helios/points.hpp"

#include <algorithm>

namespace idn::plugins::helios {
namespace {

/// 12 bits as 16: the highest bits once more at the end, so that both edges of the picture stay edges.
std::int16_t position_of_12(unsigned position) noexcept {
  const unsigned inside = std::min(position, 4095U);
  return static_cast<std::int16_t>(static_cast<int>(inside << 4 | inside >> 8) - 32'768);
}

std::int16_t position_of_16(std::uint16_t position) noexcept {
  return static_cast<std::int16_t>(position - 32'768);
}

/// 255 is full.
std::uint16_t colour_of_8(unsigned colour) noexcept {
  return static_cast<std::uint16_t>(colour * 0x0101);
}

LaserSample with_intensity(LaserSample sample) noexcept {
  sample.intensity = sample.is_dark() ? 0 : 0xFFFF;
  return sample;
}

}  // namespace

LaserSample to_sample(const HeliosPoint& point) noexcept {
  return with_intensity({.x = position_of_12(point.x),
                         .y = position_of_12(point.y),
                         .r = colour_of_8(point.r),
                         .g = colour_of_8(point.g),
                         .b = colour_of_8(point.b)});
}

LaserSample to_sample(const HeliosPointHighRes& point) noexcept {
  return with_intensity(
      {.x = position_of_16(point.x), .y = position_of_16(point.y), .r = point.r, .g = point.g, .b = point.b});
}

LaserSample to_sample(const HeliosPointExt& point) noexcept {
  return with_intensity({.x = position_of_16(point.x),
                         .y = position_of_16(point.y),
                         .r = point.r,
                         .g = point.g,
                         .b = point.b,
                         .u1 = point.user1,
                         .u2 = point.user2,
                         .u3 = point.user3,
                         .x_prime = position_of_16(point.user4)});
}

LaserSample to_sample(const HeliosEadPoint& point) noexcept {
  const auto position = [](std::int16_t value) {
    return position_of_12(static_cast<unsigned>(std::max<int>(value, 0)));
  };
  const auto colour = [](std::int16_t value) {
    return colour_of_8(static_cast<unsigned>(std::clamp<int>(value, 0, 255)));
  };
  return with_intensity({.x = position(point.X),
                         .y = position(point.Y),
                         .r = colour(point.R),
                         .g = colour(point.G),
                         .b = colour(point.B)});
}

}  // namespace idn::plugins::helios
