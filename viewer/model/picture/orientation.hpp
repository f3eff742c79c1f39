// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "idn/sample.hpp"

namespace idn::viewer {

/// The transform that applies `first`, then `second`.
constexpr SampleTransform composed(SampleTransform first, const SampleTransform& second) noexcept {
  // A SampleTransform swaps axes before it flips. So a flip of `first`, moved after the swap of `second`, flips
  // the other axis.
  if (second.swap_axes) std::swap(first.flip_x, first.flip_y);
  return {.swap_axes = first.swap_axes != second.swap_axes,
          .flip_x = first.flip_x != second.flip_x,
          .flip_y = first.flip_y != second.flip_y,
          .apply_intensity = first.apply_intensity || second.apply_intensity};
}

}  // namespace idn::viewer
