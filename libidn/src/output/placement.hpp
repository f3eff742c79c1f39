// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/output/output_options.hpp"
#include "idn/sample.hpp"

namespace idn::output {

/// Applies Orientation as one projective transform, in positions: x' = (xx x + xy y + x0) / w with
/// w = wx x + wy y + w0, which is 1 everywhere without a keystone. Real-time: all.
class Placement {
 public:
  explicit Placement(const Orientation& orientation) noexcept;

  bool is_neutral() const noexcept { return is_neutral_; }
  void apply(std::span<LaserSample> samples) const noexcept;

 private:
  struct Point {
    float x, y;
    bool is_in_front;  ///< false: beyond the horizon of the keystone, where nothing can be shown
  };

  Point point_of(float x, float y) const noexcept;
  bool may_exceed_range() const noexcept;
  template <bool kHasKeystone>
  void place(std::span<LaserSample> samples) const noexcept;
  void blank_outside(std::span<LaserSample> samples) const noexcept;

  float xx_, xy_, x0_;
  float yx_, yy_, y0_;
  float wx_, wy_, w0_;
  float x_prime_, x_prime0_;  ///< mirror, scale and offset of x-prime
  bool is_neutral_, has_keystone_;
  bool may_exceed_range_;  ///< results can be outside of the range of positions
};

}  // namespace idn::output
