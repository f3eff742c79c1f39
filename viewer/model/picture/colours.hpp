// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "idn/sample.hpp"
#include "idn/wire/dictionary.hpp"

/// From laser lines to what a screen can show of them.
namespace idn::viewer {

/// Linear light, sRGB primaries; 1 is full.
struct Rgb {
  float r = 0;
  float g = 0;
  float b = 0;

  friend constexpr Rgb operator*(Rgb colour, float by) noexcept {
    return {colour.r * by, colour.g * by, colour.b * by};
  }
  friend constexpr Rgb operator+(Rgb one, Rgb other) noexcept {
    return {one.r + other.r, one.g + other.g, one.b + other.b};
  }
  friend constexpr bool operator==(Rgb, Rgb) = default;
};

/// The hue of a wavelength from 380 to 780 nm, as close as a screen comes: a spectral line lies outside of what
/// sRGB holds, so what would be negative is left out. The largest part is 1; nearest end outside the range.
Rgb display_colour(double wavelength_nm) noexcept;

/// How each signal of a sample looks at full power: red, green, blue, deep blue, yellow, cyan.
using Primaries = std::array<Rgb, 6>;

/// Of the standard wavelengths 638, 532, 460, 445, 577 and 488 nm.
Primaries standard_primaries() noexcept;
/// Of the wavelengths that a channel's dictionary names; where it names none, the standard ones.
Primaries primaries_of(const wire::SampleLayout& layout) noexcept;

/// The light of a sample at full power of its lines, which share the power linearly.
/// @param ttl lasers that are either off or full: on from half of full scale
Rgb light_of(const LaserSample& sample, const Primaries& primaries, bool ttl) noexcept;

}  // namespace idn::viewer
