// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/result.hpp"
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

/// How a frame is played: as it is, or with repeated or left out points if it is beyond the limits, as the
/// original library does it for network DACs. Its play time stays the same within a point.
struct FrameFit {
  std::uint32_t rate = 0;    ///< samples per second
  std::uint32_t repeat = 1;  ///< how often each point is sent
  std::uint32_t step = 1;    ///< every how many of the points that are sent then remain
};

/// The largest frame of a kind of points: in the original library a buffer limits its size in octets.
template <class Point>
inline constexpr std::uint32_t kMostPoints = 163'940 / sizeof(Point);

/// @return the error of helios_api.h for a frame that the original library refuses
tl::expected<FrameFit, int> fit_frame(int rate, int count, std::uint32_t most_points) noexcept;

/// At least one sample.
std::vector<LaserSample> apply(const FrameFit& fit, std::vector<LaserSample> samples);

template <class Point>
std::vector<LaserSample> to_samples(std::span<const Point> points) {
  std::vector<LaserSample> samples;
  samples.reserve(points.size());
  for (const Point& point : points) samples.push_back(to_sample(point));
  return samples;
}

}  // namespace idn::plugins::helios
