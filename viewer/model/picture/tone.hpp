// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace idn::viewer {

/// Tone curve from light to the value of a pixel: v / sqrt(1 + v^2), which is linear for little light and
/// saturates softly at 1, then the transfer function of sRGB. Tabulated by exponent and upper fraction bits of
/// the float, in steps of about 0.4 to 0.8 %.
class ToneTable {
 public:
  /// Less light than this is black: less than half of what the lowest pixel value needs, 1 / 255 / 12.92.
  static constexpr float kInvisible = 1.0F / (1 << 14);

  ToneTable() noexcept;

  /// @param light linear, not negative, not a NaN
  std::uint8_t operator()(float light) const noexcept {
    const auto bits = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(light) >> kShift) - kFirst;
    return values_[static_cast<std::size_t>(bits < 0 ? 0 : bits >= kCount ? kCount - 1 : bits)];
  }

 private:
  static constexpr int kFractionBits = 7;
  static constexpr int kShift = 23 - kFractionBits;
  static constexpr std::int32_t kFirst = (127 - 14) << kFractionBits;  ///< table begins at 2^-14: black
  static constexpr std::int32_t kCount = (14 + 6) << kFractionBits;    ///< and ends at 2^6: white
  std::array<std::uint8_t, kCount> values_{};
};

/// The curve itself, 0..1.
double tone(double light) noexcept;

/// The shared table. Threads: any.
const ToneTable& tone_table() noexcept;

}  // namespace idn::viewer
