// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "venue/venue.hpp"

namespace idn::plugins {

/// A point of the EzAudDac and the EtherDream interface.
struct AudioPoint {
  std::int16_t x, y;         ///< -32768 to 32767; by some hosts 0 to 4095: see RangeDetector
  std::int16_t r, g, b;      ///< 0 to 32767; by those hosts 0 to 255
  std::int16_t i;            ///< intensity; ignored
  std::int16_t left, right;  ///< sound; not played
};
static_assert(sizeof(AudioPoint) == 16);

/// Converts points; values beyond the range are clamped. The intensity is full for lit points, whatever the
/// host has set.
/// @param range Bits16 or Bits12
std::vector<LaserSample> to_samples(std::span<const AudioPoint> points, EzAudDacRange range);

/// Detects which of its two value ranges a host of EzAudDac uses. A point outside of the 12-bit range decides
/// for 16 bits, for good. Until then a frame with a lit point counts as 12 bits: by 16 bits it would be a speck
/// with a 128th of the brightness. Threads: any.
class RangeDetector {
 public:
  /// The range of this frame, after a look at its points. @return Bits16 or Bits12
  EzAudDacRange observe(std::span<const AudioPoint> points) noexcept;

 private:
  std::atomic<bool> is_16_bit_{false};
};

}  // namespace idn::plugins
