// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "idn/output/output_limits.hpp"
#include "idn/sample.hpp"

/// The colours of a sample as an array, so that compilers use vector instructions.
namespace idn::output {

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

/// How far each colour is above its cap, 0 where it is not.
inline Colours excess_of(const Colours& colours, const Colours& caps) noexcept {
  Colours excess;
  for (std::size_t i = 0; i < colours.size(); ++i)
    excess[i] = static_cast<std::uint16_t>(std::max(colours[i], caps[i]) - caps[i]);
  return excess;
}

/// Whether `excess` contains a colour; for a sample without colours, whether it contains the intensity. As two
/// 64-bit words, which take fewer instructions to test than eight colours.
inline bool exceeds(const Colours& colours, const Colours& excess) noexcept {
  using Words = std::array<std::uint64_t, 2>;
  constexpr auto only_colours = std::bit_cast<Words>(Colours{65535, 65535, 65535, 0, 65535, 65535, 65535, 0});
  const auto above = std::bit_cast<Words>(excess);
  if (((above[0] & only_colours[0]) | (above[1] & only_colours[1])) != 0) return true;
  if (excess[kIntensity] == 0) return false;
  const auto lit = std::bit_cast<Words>(colours);
  return ((lit[0] & only_colours[0]) | (lit[1] & only_colours[1])) == 0;
}

/// Whether any colour is above its cap; for a sample without colours, whether the intensity is.
inline bool is_beyond(const LaserSample& sample, const Colours& caps) noexcept {
  const Colours colours = colours_of(sample);
  return exceeds(colours, excess_of(colours, caps));
}

/// Clamps the colours and the intensity to their caps.
/// @return as is_beyond(): an intensity beside lit colours is clamped, but does not count
inline bool dim_to(LaserSample& sample, const Colours& caps) noexcept {
  const Colours colours = colours_of(sample), excess = excess_of(colours, caps);
  Colours dimmed;
  for (std::size_t i = 0; i < colours.size(); ++i)
    dimmed[i] = static_cast<std::uint16_t>(colours[i] - excess[i]);
  set_colours(sample, dimmed);
  return exceeds(colours, excess);
}

}  // namespace idn::output
