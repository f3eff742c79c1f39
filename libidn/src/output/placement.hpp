// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/output/output_options.hpp"
#include "idn/sample.hpp"

namespace idn::output {

/// Applies Orientation as one affine transform: x' = xx x + xy y + x0, in positions. Real-time: all.
class Placement {
 public:
  explicit Placement(const Orientation& orientation) noexcept;

  bool is_neutral() const noexcept { return is_neutral_; }
  void apply(std::span<LaserSample> samples) const noexcept;

 private:
  void place(std::span<LaserSample> samples) const noexcept;
  void blank_outside(std::span<LaserSample> samples) const noexcept;

  float xx_, xy_, yx_, yy_, x0_, y0_;
  float x_prime_;  ///< mirror and scale of x-prime
  bool is_neutral_;
  bool may_exceed_range_;  ///< results can be outside of the range of positions
};

}  // namespace idn::output
