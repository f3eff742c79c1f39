// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

#include "idn/sample.hpp"
#include "output/corners.hpp"

namespace idn::output {

/// The positions of up to kMost samples, preceded by the last two positions before them, from which the first
/// step and its change are computed. As a structure of arrays, so that compilers use vector instructions.
struct BeamTrack {
  static constexpr std::size_t kBefore = 2, kMost = 128;

  std::array<std::int32_t, kBefore + kMost> x;
  std::array<std::int32_t, kBefore + kMost> y;
  std::size_t count = 0;  ///< samples, without the two before them

  void read(std::span<const LaserSample> samples) noexcept {
    count = samples.size();
    for (std::size_t i = 0; i < count; ++i) {
      x[kBefore + i] = samples[i].x;
      y[kBefore + i] = samples[i].y;
    }
  }

  std::span<const std::int32_t> all_x() const noexcept { return std::span(x).first(kBefore + count); }
  std::span<const std::int32_t> all_y() const noexcept { return std::span(y).first(kBefore + count); }

  /// Without the two positions before them.
  std::span<const std::int32_t> own_x() const noexcept { return all_x().subspan(kBefore); }
  std::span<const std::int32_t> own_y() const noexcept { return all_y().subspan(kBefore); }

  /// Position of sample `i`, and of the one before it.
  GridPoint at(std::size_t i) const noexcept { return {x[kBefore + i], y[kBefore + i]}; }
  GridPoint before(std::size_t i) const noexcept { return {x[kBefore + i - 1], y[kBefore + i - 1]}; }

  void place(std::size_t i, GridPoint point) noexcept {
    x[kBefore + i] = point.x;
    y[kBefore + i] = point.y;
  }

  /// Bounding box of all lines, including the one that leads to the first sample.
  Box box() const noexcept {
    Box box{before(0), before(0)};
    for (std::size_t i = kBefore; i < kBefore + count; ++i) {
      box.low.x = x[i] < box.low.x ? x[i] : box.low.x;
      box.high.x = x[i] > box.high.x ? x[i] : box.high.x;
      box.low.y = y[i] < box.low.y ? y[i] : box.low.y;
      box.high.y = y[i] > box.high.y ? y[i] : box.high.y;
    }
    return box;
  }
};

}  // namespace idn::output
