// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "plugins/common/settings.hpp"

namespace idn::plugins {

/// Of the EzAudDac and the EtherDream interface.
struct AudioPoint {
  std::int16_t x, y;     ///< -32768 to 32767; of some hosts 0 to 4095: see RangeDetector
  std::int16_t r, g, b;  ///< 0 to 32767; of these 0 to 255
  std::int16_t i;
  std::int16_t left, right;  ///< sound; not played
};
static_assert(sizeof(AudioPoint) == 16);

/// What is beyond a range is brought to its edge. The intensity is full for what is lit, whatever the host
/// says.
/// @param range Bits16 or Bits12
std::vector<LaserSample> to_samples(std::span<const AudioPoint> points, EzAudDacRange range);

/// By which of its two ranges a host of EzAudDac writes, as far as its points tell: one that lies outside of
/// the small range settles it for good. Until then whoever lights a point inside of it means the small range,
/// in which the picture would be a speck of a 128th of the brightness otherwise. Threads: any.
class RangeDetector {
 public:
  /// Of this frame, the first ones included. @return Bits16 or Bits12
  EzAudDacRange observe(std::span<const AudioPoint> points) noexcept;

 private:
  std::atomic<bool> is_large_{false};
};

}  // namespace idn::plugins
