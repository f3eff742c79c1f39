// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/sample.hpp"

namespace idn::plugins {

/// 0 to 4095; what is beyond is at the edge. The highest bits stand once more at the end, so that both edges of
/// the picture stay edges.
inline std::int16_t position_of_12(int position) noexcept {
  const int inside = std::clamp(position, 0, 4095);
  return static_cast<std::int16_t>((inside << 4 | inside >> 8) - 32'768);
}

/// 0 to 65535.
inline std::int16_t position_of_16(std::uint16_t position) noexcept {
  return static_cast<std::int16_t>(position - 32'768);
}

/// 0 to 255, which is full; what is beyond is the nearest of them.
inline std::uint16_t colour_of_8(int colour) noexcept {
  return static_cast<std::uint16_t>(std::clamp(colour, 0, 255) * 0x0101);
}

/// Hosts of DACs leave the intensity at anything: colours are all there is.
inline LaserSample with_intensity(LaserSample sample) noexcept {
  sample.intensity = sample.is_dark() ? 0 : 0xFFFF;
  return sample;
}

/// Positions of 12 bits, colours of 8.
inline LaserSample sample_of_12(int x, int y, int r, int g, int b) noexcept {
  return with_intensity({.x = position_of_12(x),
                         .y = position_of_12(y),
                         .r = colour_of_8(r),
                         .g = colour_of_8(g),
                         .b = colour_of_8(b)});
}

}  // namespace idn::plugins
