// SPDX-License-Identifier: MIT
#include "plugins/helios/points.hpp"

#include <algorithm>

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

tl::expected<FrameFit, int> fit_frame(int rate, int count, std::uint32_t most_points) noexcept {
  if (rate < 1) return tl::unexpected<int>(HELIOS_RATE_TOO_LOW);
  if (count < 1) return tl::unexpected<int>(HELIOS_TOO_MANY_POINTS);
  std::uint64_t points = static_cast<std::uint64_t>(count), pps = static_cast<std::uint64_t>(rate);
  FrameFit fit;
  if (pps < HELIOS_LOWEST_RATE || points < HELIOS_FEWEST_POINTS) {
    fit.repeat =
        static_cast<std::uint32_t>(std::max(HELIOS_LOWEST_RATE / pps, HELIOS_FEWEST_POINTS / points)) + 1;
    points *= fit.repeat;
    pps *= fit.repeat;
    if (points > most_points) return tl::unexpected<int>(HELIOS_RATE_TOO_LOW);
    if (pps > HELIOS_HIGHEST_RATE) return tl::unexpected<int>(HELIOS_TOO_FEW_POINTS);
  }
  if (pps > HELIOS_HIGHEST_RATE || points > most_points) {
    fit.step = static_cast<std::uint32_t>(std::max(pps / HELIOS_HIGHEST_RATE, points / most_points)) + 1;
    pps /= fit.step;
    if (pps < HELIOS_LOWEST_RATE) return tl::unexpected<int>(HELIOS_TOO_MANY_POINTS);
  }
  fit.rate = static_cast<std::uint32_t>(pps);
  return fit;
}

std::vector<LaserSample> apply(const FrameFit& fit, std::vector<LaserSample> samples) {
  if (fit.repeat == 1 && fit.step == 1) return samples;
  const std::size_t count = std::max<std::size_t>(samples.size() * fit.repeat / fit.step, 1);
  std::vector<LaserSample> fitted;
  fitted.reserve(count);
  for (std::size_t i = 0; i < count; ++i) fitted.push_back(samples[i * fit.step / fit.repeat]);
  return fitted;
}

}  // namespace idn::plugins::helios
