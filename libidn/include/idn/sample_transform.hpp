// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>

#include "idn/sample.hpp"

namespace idn {

/// Corrects samples of senders that deviate from the specification: some swap or invert axes, some send the
/// brightness as the intensity (section 5.7). Applied in the order of the members; changes nothing by default.
struct SampleTransform {
  bool swap_axes = false;        ///< x becomes y, and y becomes x
  bool flip_x = false;           ///< left and right, after swap_axes; x-prime as well
  bool flip_y = false;           ///< top and bottom, after swap_axes
  bool apply_intensity = false;  ///< colours are multiplied by intensity / 65535

  constexpr LaserSample operator()(LaserSample sample) const noexcept {
    if (swap_axes) std::swap(sample.x, sample.y);
    if (flip_x) sample.x = mirrored(sample.x);
    if (flip_x) sample.x_prime = mirrored(sample.x_prime);
    if (flip_y) sample.y = mirrored(sample.y);
    if (!apply_intensity) return sample;
    for (auto* colour : {&sample.r, &sample.g, &sample.b, &sample.u1, &sample.u2, &sample.u3})
      *colour = static_cast<std::uint16_t>(std::uint32_t{*colour} * sample.intensity / 65535);
    return sample;
  }
  constexpr void operator()(std::span<LaserSample> samples) const noexcept {
    if (*this == SampleTransform{}) return;
    for (LaserSample& sample : samples) sample = (*this)(sample);
  }

  friend constexpr bool operator==(const SampleTransform&, const SampleTransform&) = default;

 private:
  /// The lowest value has no counterpart and becomes the highest.
  static constexpr std::int16_t mirrored(std::int16_t v) noexcept {
    return v == -32768 ? std::int16_t{32767} : static_cast<std::int16_t>(-v);
  }
};

}  // namespace idn
