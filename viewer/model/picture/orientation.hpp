// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "idn/sample_transform.hpp"

namespace idn::viewer {

/// The transform that does `first`, then `second`.
constexpr SampleTransform composed(SampleTransform first, const SampleTransform& second) noexcept {
  // Flips come after the exchange of axes, so that one ahead of it is a flip of the other axis.
  if (second.swap_axes) std::swap(first.flip_x, first.flip_y);
  return {.swap_axes = first.swap_axes != second.swap_axes,
          .flip_x = first.flip_x != second.flip_x,
          .flip_y = first.flip_y != second.flip_y,
          .apply_intensity = first.apply_intensity || second.apply_intensity};
}

}  // namespace idn::viewer
