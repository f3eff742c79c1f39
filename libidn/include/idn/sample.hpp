// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace idn {

/// One beam position with its colours, independent of any wire format. 22 octets, no padding.
///
/// Coordinates: -32768 (left, bottom, far) to 32767 (right, top, near), front projection. Colours: 0 (off) to
/// 65535 (full). The colour is that of the way *to* this position. The intensity is the legacy signal of
/// ISP-DB25: full scale for a lit sample, 0 for a dark one; colours already carry the brightness.
struct LaserSample {
  std::int16_t x = 0;           ///< -32768 (left) to 32767 (right)
  std::int16_t y = 0;           ///< -32768 (bottom) to 32767 (top)
  std::uint16_t r = 0;          ///< 0 (off) to 65535 (full), as all colours
  std::uint16_t g = 0;          ///< green
  std::uint16_t b = 0;          ///< blue
  std::uint16_t intensity = 0;  ///< see above
  // The user channels of ISP-DB25, for projectors with more lines than red, green and blue.
  std::uint16_t u1 = 0;      ///< deep blue
  std::uint16_t u2 = 0;      ///< yellow
  std::uint16_t u3 = 0;      ///< cyan
  std::int16_t x_prime = 0;  ///< u4: horizontal position for the right eye
  std::int16_t z = 0;        ///< -32768 (far) to 32767 (near)

  /// Whether no colour is lit; the intensity does not count.
  constexpr bool is_dark() const noexcept { return (r | g | b | u1 | u2 | u3) == 0; }

  friend constexpr bool operator==(const LaserSample&, const LaserSample&) = default;
};

/// A sample at (x, y), from -1 (left, bottom) to 1 (right, top), with colour components from 0 to 1; values
/// outside are clamped, NaN to the lower bound. The intensity is 0 if the sample is dark, else full scale.
constexpr LaserSample sample_at(double x, double y, double r, double g, double b) noexcept {
  // Comparisons with NaN are false, so that NaN becomes the lower bound.
  const auto scaled = [](double value, double lowest, int full) {
    const double inside = value > lowest ? (value < 1 ? value : 1) : lowest;
    return static_cast<int>(inside * full + (inside < 0 ? -0.5 : 0.5));
  };
  const auto position = [&](double value) { return static_cast<std::int16_t>(scaled(value, -1, 32'767)); };
  const auto colour = [&](double value) { return static_cast<std::uint16_t>(scaled(value, 0, 65'535)); };
  LaserSample sample{.x = position(x), .y = position(y), .r = colour(r), .g = colour(g), .b = colour(b)};
  sample.intensity = sample.is_dark() ? 0 : 0xFFFF;
  return sample;
}

/// The same position with the laser off.
constexpr LaserSample blanked(LaserSample sample) noexcept {
  return {.x = sample.x, .y = sample.y, .x_prime = sample.x_prime, .z = sample.z};
}

/// Samples per second.
struct SampleRate {
  /// One sample per microsecond, the resolution of timestamps.
  static constexpr std::uint32_t kMax = 1'000'000;

  std::uint32_t per_second = 0;  ///< samples; 0: not given

  /// Whether it is within 1 to kMax.
  constexpr bool is_valid() const noexcept { return per_second >= 1 && per_second <= kMax; }

  friend constexpr bool operator==(SampleRate, SampleRate) = default;
};

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
