// SPDX-License-Identifier: MIT
#include "plugins/libera/points.hpp"

namespace idn::plugins::libera {

/// Ignores the intensity: colours include the brightness already, and hosts that do not use it leave it at 0.
LaserSample to_sample(const libera_point_t& point) noexcept {
  LaserSample sample{
      .x = point.x, .y = point.y, .r = point.r, .g = point.g, .b = point.b, .u1 = point.u1, .u2 = point.u2};
  sample.intensity = sample.is_dark() ? 0 : 0xFFFF;
  return sample;
}

}  // namespace idn::plugins::libera
