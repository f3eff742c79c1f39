// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "viewer/model/timeline.hpp"

namespace idn::test {

inline std::shared_ptr<const viewer::Samples> shown(std::vector<LaserSample> samples) {
  return std::make_shared<const viewer::Samples>(viewer::Samples{std::move(samples), {0}});
}

/// `count` white samples along the x axis, one apart.
inline std::shared_ptr<const viewer::Samples> row(std::size_t count, std::int16_t first = 0) {
  std::vector<LaserSample> samples;
  for (std::size_t i = 0; i < count; ++i)
    samples.push_back(
        {.x = static_cast<std::int16_t>(first + static_cast<int>(i)), .r = 65535, .g = 65535, .b = 65535});
  return shown(samples);
}

/// The time `t` after the start.
inline TimePoint at(Duration time) {
  return TimePoint(time);
}

}  // namespace idn::test
