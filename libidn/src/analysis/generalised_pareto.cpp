// SPDX-License-Identifier: MIT
#include "analysis/generalised_pareto.hpp"

#include <algorithm>
#include <cmath>

namespace idn::analysis {
namespace {

constexpr double kLargestShape = 0.9;           // the mean is infinite from 1 on
constexpr double kLargestShapeOfErrors = 0.45;  // the variance of the estimators is infinite from 0.5 on
constexpr double kSmallestShape = -0.45;        // and from -0.5 on downwards they are not normal

/// (e^(shape * log_ratio) - 1) / shape, and its derivative by the shape.
struct Growth {
  double value;
  double slope;
};

Growth growth(double shape, double log_ratio) noexcept {
  const double x = shape * log_ratio;
  // Near 0 both differences below lose their digits by cancellation: Taylor series instead.
  if (std::abs(x) < 1e-3)
    return {log_ratio * (1 + x / 2 + x * x / 6), log_ratio * log_ratio * (0.5 + x / 3 + x * x / 8)};
  const double value = std::expm1(x) / shape;
  return {value, (log_ratio * std::exp(x) - value) / shape};
}

/// Covariance of the estimators of scale and shape, times the number of excesses.
struct Covariance {
  double scale, both, shape;
};

/// Asymptotic covariance by Hosking and Wallis, Technometrics 29 (1987), whose k is -shape.
Covariance covariance(const GeneralisedPareto& tail) noexcept {
  const double k = -std::clamp(tail.shape, kSmallestShape, kLargestShapeOfErrors);
  const double common = (1 + 2 * k) * (3 + 2 * k);
  return {.scale = tail.scale * tail.scale * (7 + k * (18 + k * (11 + 2 * k))) / common,
          .both = -tail.scale * (2 + k) * (2 + k * (6 + k * (7 + 2 * k))) / common,
          .shape = (1 + k) * (2 + k) * (2 + k) * (1 + k + 2 * k * k) / common};
}

}  // namespace

GeneralisedPareto GeneralisedPareto::fit(const WeightedMoments& moments) noexcept {
  const double a0 = moments.a0(), a1 = moments.a1();
  const double width = a0 - 2 * a1;
  if (!(a0 > 0) || !(a1 > 0) || !(width > 0)) return {};
  const double shape = std::min(2 - a0 / width, kLargestShape);
  return {.shape = shape, .scale = a0 * (1 - shape)};
}

IntervalEstimate tail_quantile(const GeneralisedPareto& tail, double ratio, double clusters) noexcept {
  const double log_ratio = std::log(std::max(ratio, 1.0));
  const auto [value, slope] = growth(tail.shape, log_ratio);
  const Covariance c = covariance(tail);
  const double by_scale = value, by_shape = tail.scale * slope;
  const double by_count = tail.scale * std::exp(tail.shape * log_ratio);
  const double variance = by_scale * by_scale * c.scale + 2 * by_scale * by_shape * c.both +
                          by_shape * by_shape * c.shape + by_count * by_count;
  return {.value = tail.scale * value, .error = std::sqrt(std::max(variance, 0.0) / std::max(clusters, 1.0))};
}

}  // namespace idn::analysis
