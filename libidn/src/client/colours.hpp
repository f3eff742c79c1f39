// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "idn/client/output_limits.hpp"
#include "idn/sample.hpp"

/// The colours of a sample as an array, so that compilers use vector instructions.
namespace idn::client {

/// r, g, b, intensity, u1, u2, u3, and x-prime, which is no colour and is not changed.
using Colours = std::array<std::uint16_t, 8>;

inline constexpr std::size_t kIntensity = 3, kXPrime = 7;

static_assert(offsetof(LaserSample, r) == 4 && offsetof(LaserSample, intensity) == 10 &&
              offsetof(LaserSample, u1) == 12 && offsetof(LaserSample, x_prime) == 18);

inline Colours colours_of(const LaserSample& sample) noexcept {
  Colours colours;
  std::memcpy(colours.data(), reinterpret_cast<const std::byte*>(&sample) + offsetof(LaserSample, r),
              sizeof(Colours));
  return colours;
}

inline void set_colours(LaserSample& sample, const Colours& colours) noexcept {
  std::memcpy(reinterpret_cast<std::byte*>(&sample) + offsetof(LaserSample, r), colours.data(),
              sizeof(Colours));
}

/// Includes samples without colours whose intensity is not 0: a projector with one colour may use only that.
inline bool is_lit(const LaserSample& sample) noexcept {
  return !sample.is_dark() || sample.intensity != 0;
}

/// The brightness of a sample: that of its brightest colour, or the intensity if no colour is lit.
inline std::uint16_t light_of(const LaserSample& s) noexcept {
  const auto largest = std::max(std::max(std::max(s.r, s.g), std::max(s.b, s.u1)), std::max(s.u2, s.u3));
  const std::uint16_t of_intensity = largest != 0 ? 0 : 65535;
  return static_cast<std::uint16_t>(largest | (s.intensity & of_intensity));
}

/// Converts 0..1 to 0..65535, rounded down.
inline std::uint16_t part_of_full(double part) noexcept {
  return static_cast<std::uint16_t>(std::floor(part * 65535));
}

/// The limit of each colour; that of the intensity is the highest of them. x-prime is not limited.
inline Colours colours_at_most(const Brightness& most) noexcept {
  Colours caps{part_of_full(most.red),       part_of_full(most.green),  part_of_full(most.blue), 0,
               part_of_full(most.deep_blue), part_of_full(most.yellow), part_of_full(most.cyan), 0};
  caps[kIntensity] = *std::max_element(caps.begin(), caps.end());
  caps[kXPrime] = 65535;
  return caps;
}

inline constexpr Colours kUnlimited{65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535};

inline Colours least(const Colours& a, const Colours& b) noexcept {
  Colours result;
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] < b[i] ? a[i] : b[i];
  return result;
}

/// Bit mask of the colours, without intensity and x-prime.
inline constexpr Colours kOnlyColours{65535, 65535, 65535, 0, 65535, 65535, 65535, 0};

/// Colours as two 64-bit words, which take fewer instructions to compare.
using ColourBits = std::array<std::uint64_t, 2>;

/// Whether any colour differs; for a sample without colours, whether the intensity does.
inline bool is_dimmed(const Colours& before, const Colours& after) noexcept {
  constexpr auto colours = std::bit_cast<ColourBits>(kOnlyColours);
  const auto from = std::bit_cast<ColourBits>(before), to = std::bit_cast<ColourBits>(after);
  const ColourBits changed{from[0] ^ to[0], from[1] ^ to[1]};
  const bool is_lit = ((from[0] & colours[0]) | (from[1] & colours[1])) != 0;
  const std::uint64_t others = is_lit ? 0 : ~std::uint64_t{0};
  return ((changed[0] & (colours[0] | others)) | (changed[1] & (colours[1] | others))) != 0;
}

/// Whether any colour is above its cap; for a sample without colours, whether the intensity is.
inline bool is_beyond(const LaserSample& sample, const Colours& caps) noexcept {
  const Colours before = colours_of(sample);
  return is_dimmed(before, least(before, caps));
}

/// Clamps the colours and the intensity to their caps.
/// @return as is_beyond(): an intensity beside lit colours is clamped, but does not count
inline bool dim_to(LaserSample& sample, const Colours& caps) noexcept {
  const Colours before = colours_of(sample), after = least(before, caps);
  set_colours(sample, after);
  return is_dimmed(before, after);
}

}  // namespace idn::client
