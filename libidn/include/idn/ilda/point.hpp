// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/sample.hpp"

/// A scanner position of an .ild frame, whatever format it was stored in, and its way to and from samples.
namespace idn::ilda {

/// X: left to right, Y: bottom to top, Z: far to near, each -32768..32767. A blanked point is black; a black
/// point that is not blanked is dark all the same, the difference only survives so that files can be copied.
struct Point {
  std::int16_t x = 0;    ///< -32768 (left) to 32767 (right)
  std::int16_t y = 0;    ///< -32768 (bottom) to 32767 (top)
  std::int16_t z = 0;    ///< -32768 (far) to 32767 (near); 0 in formats without depth
  std::uint8_t r = 0;    ///< 0 to 255
  std::uint8_t g = 0;    ///< 0 to 255
  std::uint8_t b = 0;    ///< 0 to 255
  bool blanked = false;  ///< the laser is off on the way to it

  /// Whether it gives no light.
  constexpr bool is_dark() const noexcept { return blanked || (r == 0 && g == 0 && b == 0); }

  friend constexpr bool operator==(const Point&, const Point&) = default;
};

/// Z is dropped. Both formats have the same axes and give a point the colour of the way to it.
constexpr LaserSample to_sample(const Point& point) noexcept {
  if (point.is_dark()) return {.x = point.x, .y = point.y};
  const auto widen = [](std::uint8_t value) { return static_cast<std::uint16_t>(value * 257); };
  return {point.x, point.y, widen(point.r), widen(point.g), widen(point.b), 0xFFFF};
}

/// Colours are rounded to 8 bits; what is black then is blanked. Z is 0. The intensity is not looked at.
constexpr Point from_sample(const LaserSample& sample) noexcept {
  const auto narrow = [](std::uint16_t value) { return static_cast<std::uint8_t>((value + 128u) / 257u); };
  Point point{sample.x, sample.y, 0, narrow(sample.r), narrow(sample.g), narrow(sample.b)};
  point.blanked = point.is_dark();
  return point;
}

}  // namespace idn::ilda
