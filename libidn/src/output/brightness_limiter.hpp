// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/statistics.hpp"
#include "output/colours.hpp"

namespace idn::output {

/// Applies BrightnessLimit: caps each colour of every sample. Real-time: all.
class BrightnessLimiter {
 public:
  explicit BrightnessLimiter(const BrightnessLimit& limit) noexcept;

  void process(std::span<LaserSample> samples, Counter& counter) const noexcept;

 private:
  LimitAction action_;
  Colours most_;
};

}  // namespace idn::output
