// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "idn/sample.hpp"
#include "idn/wire/dictionary.hpp"

/// Colours of laser lines on an sRGB screen.
namespace idn::viewer {

/// Linear light in sRGB primaries; 1 is full intensity.
struct LinearRgb {
  float r = 0;
  float g = 0;
  float b = 0;

  friend constexpr LinearRgb operator*(LinearRgb colour, float by) noexcept {
    return {colour.r * by, colour.g * by, colour.b * by};
  }
  friend constexpr LinearRgb operator+(LinearRgb one, LinearRgb other) noexcept {
    return {one.r + other.r, one.g + other.g, one.b + other.b};
  }
  friend constexpr bool operator==(LinearRgb, LinearRgb) = default;
};

/// The approximate colour of a wavelength from 380 to 780 nm; others are clamped to that range. Spectral
/// colours lie outside of the sRGB gamut, so negative components are set to 0. The largest component is 1.
LinearRgb display_colour(double wavelength_nm) noexcept;

/// The colour of each signal of a sample at full power: red, green, blue, deep blue, yellow, cyan.
using Primaries = std::array<LinearRgb, 6>;

/// The primaries for the standard wavelengths 638, 532, 460, 445, 577 and 488 nm.
Primaries standard_primaries() noexcept;
/// The primaries for the wavelengths in a channel's dictionary; the standard ones for colours without a
/// wavelength.
Primaries primaries_of(const wire::SampleLayout& layout) noexcept;

/// The light of a sample: the sum of its signals, each proportional to its value.
/// @param ttl lasers with TTL modulation, either off or on: on from half of full scale
LinearRgb light_of(const LaserSample& sample, const Primaries& primaries, bool ttl) noexcept;

}  // namespace idn::viewer
