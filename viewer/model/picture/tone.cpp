// SPDX-License-Identifier: MIT
#include "viewer/model/picture/tone.hpp"

#include <cmath>

namespace idn::viewer {
namespace {

double srgb(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

}  // namespace

double tone(double light) noexcept {
  return srgb(light / std::sqrt(1 + light * light));
}

/// Each entry has the value for the middle of its interval.
ToneTable::ToneTable() noexcept {
  for (std::int32_t i = 0; i < kCount; ++i) {
    const auto lower = std::bit_cast<float>(static_cast<std::uint32_t>(i + kFirst) << kShift);
    const auto upper = std::bit_cast<float>(static_cast<std::uint32_t>(i + 1 + kFirst) << kShift);
    values_[static_cast<std::size_t>(i)] =
        static_cast<std::uint8_t>(std::lround(255 * tone((lower + upper) / 2)));
  }
}

const ToneTable& tone_table() noexcept {
  static const ToneTable table;
  return table;
}

}  // namespace idn::viewer
