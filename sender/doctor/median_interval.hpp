// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace idn::sender::doctor {

/// Median of repeated measurements and its confidence interval, robust against single outliers.
struct MedianInterval {
  double median = 0;  ///< of an even number of values the lower of the two in the middle
  double low = 0;     ///< lower end of the interval
  double high = 0;    ///< upper end of it

  /// Whether zero lies outside the interval.
  constexpr bool excludes_zero() const noexcept { return low > 0 || high < 0; }
};

/// The median and its interval by the percentile bootstrap: from the 2.5 % to the 97.5 % quantile of the
/// medians of all resamples. Computed exactly instead of by random resampling: the median of a
/// resample of n values does not exceed the k-th smallest with probability P(Bin(n, k / n) >= m), m the rank of
/// the median (Efron 1979, section 3). The interval covers the true median in 94 % of all cases with five
/// values, in 96 % with nine.
/// @param values at least one, in any order
MedianInterval median_interval(std::vector<double> values);

}  // namespace idn::sender::doctor
