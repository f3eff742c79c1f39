// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/sample.hpp"

/// A point of an .ild frame, independent of the format in the file, and its conversion to and from samples.
namespace idn::ilda {

/// A scanner position with the colour of the line that leads to it. The colour of a blanked point is black. A
/// point may also be black without being blanked: also dark, but a copy of the file stays the same.
struct Point {
  std::int16_t x = 0;    ///< -32768 (left) to 32767 (right)
  std::int16_t y = 0;    ///< -32768 (bottom) to 32767 (top)
  std::int16_t z = 0;    ///< -32768 (far) to 32767 (near); 0 in formats without depth
  std::uint8_t r = 0;    ///< 0 to 255
  std::uint8_t g = 0;    ///< 0 to 255
  std::uint8_t b = 0;    ///< 0 to 255
  bool blanked = false;  ///< the laser is off on the way to it

  /// Whether the laser is off: blanked or black.
  constexpr bool is_dark() const noexcept { return blanked || (r == 0 && g == 0 && b == 0); }

  friend constexpr bool operator==(const Point&, const Point&) = default;
};

/// The same position and colour as a sample, without Z; intensity is 0 if the point is dark, else full.
constexpr LaserSample to_sample(const Point& point) noexcept {
  if (point.is_dark()) return {.x = point.x, .y = point.y};
  const auto widen = [](std::uint8_t value) { return static_cast<std::uint16_t>(value * 257); };
  return {point.x, point.y, widen(point.r), widen(point.g), widen(point.b), 0xFFFF};
}

/// Colours are rounded to 8 bits; points that are black then are blanked. Z is 0. The intensity is ignored.
constexpr Point from_sample(const LaserSample& sample) noexcept {
  const auto narrow = [](std::uint16_t value) { return static_cast<std::uint8_t>((value + 128u) / 257u); };
  Point point{sample.x, sample.y, 0, narrow(sample.r), narrow(sample.g), narrow(sample.b)};
  point.blanked = point.is_dark();
  return point;
}

}  // namespace idn::ilda
