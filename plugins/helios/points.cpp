// SPDX-License-Identifier: MIT
#include "plugins/helios/points.hpp"

#include "plugins/common/dac_ranges.hpp"

namespace idn::plugins::helios {

LaserSample to_sample(const HeliosPoint& point) noexcept {
  return sample_of_12(point.x, point.y, point.r, point.g, point.b);
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

}  // namespace idn::plugins::helios
