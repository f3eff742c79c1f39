// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "plugins/common/audio_points.hpp"
#include "plugins/helios/helios_api.h"

/// Converts points of hosts to samples. The intensity is full for lit points, whatever the host has set: the
/// colours already contain the brightness, and many hosts leave the intensity undefined.
namespace idn::plugins::helios {

LaserSample to_sample(const HeliosPoint& point) noexcept;
LaserSample to_sample(const HeliosPointHighRes& point) noexcept;
LaserSample to_sample(const HeliosPointExt& point) noexcept;

/// From points of EzAudDac hosts, which use 0 to 4095, and 0 to 255 for colours, with Helios DACs.
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
