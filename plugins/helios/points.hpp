// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "plugins/common/audio_points.hpp"
#include "plugins/helios/helios_api.h"

/// Points of hosts as samples. The intensity is full for what is lit, whatever the host says: its colours have
/// the brightness already, and many hosts leave it at anything.
namespace idn::plugins::helios {

LaserSample to_sample(const HeliosPoint& point) noexcept;
LaserSample to_sample(const HeliosPointHighRes& point) noexcept;
LaserSample to_sample(const HeliosPointExt& point) noexcept;

/// EzAudDac, as hosts of Helios DACs mean it: 0 to 4095, colours to 255.
inline std::vector<LaserSample> to_samples(std::span<const AudioPoint> points) {
  return plugins::to_samples(points, EzAudDacRange::Bits12);
}

template <class Point>
std::vector<LaserSample> to_samples(std::span<const Point> points) {
  std::vector<LaserSample> samples;
  samples.reserve(points.size());
  for (const Point& point : points) samples.push_back(to_sample(point));
  return samples;
}

}  // namespace idn::plugins::helios
