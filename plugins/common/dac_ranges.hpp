// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/sample.hpp"

namespace idn::plugins {

/// From 0..4095, with clamping. The lowest bits of the result repeat the highest ones, so that both edges of
/// the picture map to edges.
inline std::int16_t position_of_12(int position) noexcept {
  const int clamped = std::clamp(position, 0, 4095);
  return static_cast<std::int16_t>((clamped << 4 | clamped >> 8) - 32'768);
}

/// From 0..65535.
inline std::int16_t position_of_16(std::uint16_t position) noexcept {
  return static_cast<std::int16_t>(position - 32'768);
}

/// From 0..255 to 0..65535, with clamping.
inline std::uint16_t colour_of_8(int colour) noexcept {
  return static_cast<std::uint16_t>(std::clamp(colour, 0, 255) * 0x0101);
}

/// Sets the intensity by the colours, since hosts of DACs leave it undefined.
inline LaserSample with_intensity(LaserSample sample) noexcept {
  sample.intensity = sample.is_dark() ? 0 : 0xFFFF;
  return sample;
}

/// From positions of 12 bits and colours of 8 bits.
inline LaserSample sample_of_12(int x, int y, int r, int g, int b) noexcept {
  return with_intensity({.x = position_of_12(x),
                         .y = position_of_12(y),
                         .r = colour_of_8(r),
                         .g = colour_of_8(g),
                         .b = colour_of_8(b)});
}

}  // namespace idn::plugins
