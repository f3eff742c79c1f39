// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "output/colours.hpp"

namespace idn::output {

/// Multiplies each colour by a factor, in 65536ths. A factor of 1 leaves the colour exactly as it is.
class ColourBalance {
 public:
  explicit ColourBalance(const Brightness& balance) noexcept : is_neutral_(balance == Brightness{}) {
    factors_ = {factor(balance.red),       factor(balance.green),  factor(balance.blue), 65535,
                factor(balance.deep_blue), factor(balance.yellow), factor(balance.cyan), 65535};
    for (std::size_t i = 0; i < factors_.size(); ++i) kept_[i] = factors_[i] == 65535 ? 65535 : 0;
  }

  bool is_neutral() const noexcept { return is_neutral_; }

  void apply(std::span<LaserSample> samples) const noexcept {
    if (is_neutral_) return;
    for (LaserSample& sample : samples) {
      Colours colours = colours_of(sample);
      for (std::size_t i = 0; i < colours.size(); ++i) {
        const auto scaled = static_cast<std::uint16_t>((std::uint32_t{colours[i]} * factors_[i]) >> 16);
        colours[i] = static_cast<std::uint16_t>((colours[i] & kept_[i]) | (scaled & ~kept_[i]));
      }
      set_colours(sample, colours);
    }
  }

 private:
  static std::uint16_t factor(double part) noexcept {
    return part == 1 ? 65535 : static_cast<std::uint16_t>(std::min(std::lround(part * 65536), 65534L));
  }

  Colours factors_, kept_;
  bool is_neutral_;
};

}  // namespace idn::output
