// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/analysis/rate_error.hpp"

namespace idn::analysis {

struct SlopeMargin {
  /// Half the width of the 95 % interval of the least-squares slope through the blocks. Nothing where it cannot
  /// be told: the deviations are correlated over more than a tenth of the longest axis.
  std::optional<double> margin{};
  double sum_xx = 0;  ///< of all points, taken at the middle of their block, about the means of their axis
  double longest_axis = 0;  ///< its length
};

/// Margin of the slope, if the deviations from the line are white noise plus an Ornstein-Uhlenbeck process;
/// RateErrorEstimator explains the method. Nothing with too few blocks.
std::optional<SlopeMargin> slope_margin(std::span<const BlockMeans::Block> blocks) noexcept;

}  // namespace idn::analysis
