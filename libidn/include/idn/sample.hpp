// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace idn {

/// One beam position with its colour, independent of any wire format. 12 octets, no padding.
///
/// Coordinates: -32768 (left, bottom) to 32767 (right, top), front projection. Colours: 0 (off) to 65535
/// (full). The colour is that of the way *to* this position. The intensity is the legacy signal of ISP-DB25:
/// full scale for a lit sample, 0 for a dark one; colours already carry the brightness.
struct LaserSample {
  std::int16_t x = 0;
  std::int16_t y = 0;
  std::uint16_t r = 0;
  std::uint16_t g = 0;
  std::uint16_t b = 0;
  std::uint16_t intensity = 0;

  constexpr bool is_dark() const noexcept { return r == 0 && g == 0 && b == 0; }

  friend constexpr bool operator==(const LaserSample&, const LaserSample&) = default;
};

/// The same position with the laser off.
constexpr LaserSample blanked(LaserSample sample) noexcept {
  return {.x = sample.x, .y = sample.y};
}

/// Samples per second. 1'000'000 is the finest that microsecond timestamps can tell apart.
struct SampleRate {
  static constexpr std::uint32_t kMax = 1'000'000;

  std::uint32_t per_second = 0;

  constexpr bool is_valid() const noexcept { return per_second >= 1 && per_second <= kMax; }

  friend constexpr bool operator==(SampleRate, SampleRate) = default;
};

}  // namespace idn
