// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "idn/analysis/rate_error.hpp"

namespace idn::analysis {

/// Means of blocks, as residuals of the pooled least-squares line through them.
struct Residuals {
  struct Point {
    double x = 0;         ///< distance from the mean of its axis
    double y = 0;         ///< residual
    double count = 0;     ///< of points in the block
    double spacing = 0;   ///< between these points
    double distance = 0;  ///< from the block before, on the same axis
    bool begins_axis = false;
  };

  explicit Residuals(std::span<const BlockMeans::Block> blocks) noexcept;

  std::span<const Point> span() const noexcept { return std::span(points).first(size); }

  std::array<Point, BlockMeans::kCapacity> points{};
  std::size_t size = 0;
  std::size_t axes = 0;
  double length = 0;        ///< of all axes, in units of x
  double longest_axis = 0;  ///< its length
  double sum_xx = 0;        ///< over all points in the blocks, each at the mean of its block
  double sum_yy = 0;        ///< over the residuals, one for each block
};

/// Covariances of the block means of an Ornstein-Uhlenbeck process with variance 1 and a given correlation
/// time: mean = gain * state in the middle of the block + a part that is independent of other blocks.
class OrnsteinUhlenbeckMeans {
 public:
  struct Mean {
    double decay = 0;     ///< correlation of the states in the middles of this block and of the one before
    double gain = 1;      ///< covariance of the means of two blocks = both gains times the decays between them
    double variance = 1;  ///< of the mean; at most gain^2: the independent part has a variance of 0 or below
  };

  OrnsteinUhlenbeckMeans(std::span<const Residuals::Point> points, double correlation_time) noexcept;

  std::span<const Mean> means() const noexcept { return std::span(means_).first(size_); }
  double mean_variance() const noexcept { return mean_variance_; }

 private:
  std::array<Mean, BlockMeans::kCapacity> means_{};
  std::size_t size_ = 0;
  double mean_variance_ = 0;
};

/// An Ornstein-Uhlenbeck process plus white noise; the variances may have any common factor.
struct NoiseModel {
  const OrnsteinUhlenbeckMeans& process;
  double process_variance = 0;
  double white_variance = 0;  ///< of one point
};

/// How well a model describes residuals.
struct NoiseFit {
  double log_likelihood = 0;  ///< restricted (REML): of the part of the data without slope and means
  double variance = 0;        ///< estimate of the common factor of the model's variances
};

/// @param freedom degrees of freedom: points minus the estimated means and slope
NoiseFit fit_of(std::span<const Residuals::Point> points, const NoiseModel& model, double freedom) noexcept;

/// Variance of the sum of count * x * y over all blocks, which is the numerator of the least-squares slope.
double numerator_variance(std::span<const Residuals::Point> points, const NoiseModel& model) noexcept;

}  // namespace idn::analysis
