// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Extrapolates the tail of a distribution beyond the values that were observed (peaks-over-threshold method).
namespace idn::analysis {

/// Probability-weighted moments of n values y: a0 is the mean of y, a1 that of y (1 - F(y)), which is estimated
/// from the ranks without bias. Values are added in groups of equal ones, in ascending order.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class WeightedMoments {
 public:
  /// @param n how many values there will be, at least 2
  explicit constexpr WeightedMoments(double n) noexcept : above_(n), n_(n) {}

  /// Adds `count` equal values, not less than those before.
  constexpr void add(double value, double count) noexcept {
    above_ -= count;
    sum0_ += value * count;
    // The values of a group rank one after the other: (n - rank) goes from above_ + count - 1 down to above_.
    sum1_ += value * count * (above_ + (count - 1) / 2) / (n_ - 1);
  }

  /// Mean of y.
  constexpr double a0() const noexcept { return sum0_ / n_; }
  /// Mean of y (1 - F(y)).
  constexpr double a1() const noexcept { return sum1_ / n_; }

 private:
  double above_;  ///< number of values not added yet
  double n_;
  double sum0_ = 0;
  double sum1_ = 0;
};

/// The generalised Pareto distribution of excesses y over a threshold:
/// P(Y > y) = (1 + shape y / scale)^(-1 / shape). A shape of 0 is the exponential distribution, a positive one
/// a heavy tail, a negative one an end at scale / -shape.
struct GeneralisedPareto {
  double shape = 0;  ///< as estimated, at most 0.9
  double scale = 0;  ///< in the unit of the excesses; 0: all excesses are the same, or there is none

  /// The method of probability-weighted moments of Hosking and Wallis (1987), in closed form. Moments that no
  /// such distribution has give a scale of 0.
  static GeneralisedPareto fit(const WeightedMoments& moments) noexcept;
};

/// A value with the standard error of its estimate.
struct IntervalEstimate {
  double value = 0;  ///< in the unit of the excesses
  double error = 0;  ///< as the value
};

/// The excess y with P(Y > y) = 1 / `ratio`.
/// @param ratio how often the threshold is exceeded, divided by how often the result is to be; at least 1
/// @param clusters how many independent excesses the fit comes from, at least 1. The error is that of the delta
///   method, from the asymptotic covariance of the estimators and the Poisson error of the number of excesses.
///   It exists for shapes below 0.5; from 0.45 on the covariance for 0.45 is used, so the error is too small.
IntervalEstimate tail_quantile(const GeneralisedPareto& tail, double ratio, double clusters) noexcept;

}  // namespace idn::analysis
