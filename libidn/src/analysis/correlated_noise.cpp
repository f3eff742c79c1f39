// SPDX-License-Identifier: MIT
#include "correlated_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace idn::analysis {
namespace {

using Block = BlockMeans::Block;
using Point = Residuals::Point;

struct Means {
  double x = 0;
  double y = 0;
};

Means means_of(std::span<const Block> axis) noexcept {
  double count = 0;
  Means means;
  for (const Block& block : axis) {
    count += static_cast<double>(block.count);
    const double share = static_cast<double>(block.count) / count;
    means.x += (block.x - means.x) * share;
    means.y += (block.y - means.y) * share;
  }
  return means;
}

std::size_t length_of_first_axis(std::span<const Block> blocks) noexcept {
  const auto rest = blocks.subspan(1);
  return 1 + static_cast<std::size_t>(std::ranges::find(rest, true, &Block::begins_axis) - rest.begin());
}

/// For the mean of a block of `count` points that are `u` correlation times apart: its covariance with a state
/// outside of the block, divided by that of the state in the middle of the block.
double gain_of(double count, double u) noexcept {
  // Beyond, the correlation with other blocks is practically zero, and the hyperbolic sine would overflow.
  constexpr double kLongest = 40;
  u = std::min(u, kLongest / count);
  return u > 0 ? std::sinh(count * u / 2) / (count * std::sinh(u / 2)) : 1;
}

double variance_of_mean(double count, double u) noexcept {
  if (!(u > 0)) return 1;
  const double rise = -std::expm1(-u), all = -std::expm1(-count * u);
  return (count + 2 * std::exp(-u) * (count * rise - all) / (rise * rise)) / (count * count);
}

/// Generalised least squares by a Kalman filter: sums of products of the innovations of the columns 1, x and y,
/// divided by their variances. The mean of each axis is eliminated when the axis ends.
class Innovations {
 public:
  void begin_axis() noexcept {
    if (one_one_ > 0) {
      xx_ -= one_x_ * one_x_ / one_one_;
      xy_ -= one_x_ * one_y_ / one_one_;
      yy_ -= one_y_ * one_y_ / one_one_;
      log_determinant_ += std::log(one_one_);
    }
    one_one_ = one_x_ = one_y_ = 0;
  }

  void add(double one, double x, double y, double variance) noexcept {
    one_one_ += one * one / variance;
    one_x_ += one * x / variance;
    one_y_ += one * y / variance;
    xx_ += x * x / variance;
    xy_ += x * y / variance;
    yy_ += y * y / variance;
    log_determinant_ += std::log(variance);
  }

  /// Call begin_axis() first, which ends the last axis.
  NoiseFit fit(double freedom) const noexcept {
    const double squares = std::max(yy_ - xy_ * xy_ / xx_, std::numeric_limits<double>::min());
    return {.log_likelihood = -(log_determinant_ + std::log(xx_) + freedom * std::log(squares)) / 2,
            .variance = squares / freedom};
  }

 private:
  double one_one_ = 0, one_x_ = 0, one_y_ = 0;  ///< of this axis
  double xx_ = 0, xy_ = 0, yy_ = 0;             ///< of all
  double log_determinant_ = 0;
};

}  // namespace

Residuals::Residuals(std::span<const Block> blocks) noexcept {
  double sum_xy = 0;
  while (!blocks.empty()) {
    const auto axis = blocks.first(length_of_first_axis(blocks));
    blocks = blocks.subspan(axis.size());
    if (axis.size() == 1) continue;  // determines its own mean and nothing else
    const Means means = means_of(axis);
    const Block* before = nullptr;
    for (const Block& block : axis) {
      const auto count = static_cast<double>(block.count);
      const double x = block.x - means.x, y = block.y - means.y;
      points[size++] = {.x = x,
                        .y = y,
                        .count = count,
                        .spacing = block.count > 1 ? (block.most_x - block.least_x) / (count - 1) : 0,
                        .distance = before != nullptr ? std::abs(block.x - before->x) : 0,
                        .begins_axis = before == nullptr};
      sum_xx += count * x * x;
      sum_xy += count * x * y;
      before = &block;
    }
    const double axis_length = std::abs(axis.back().x - axis.front().x);
    length += axis_length;
    longest_axis = std::max(longest_axis, axis_length);
    ++axes;
  }
  if (!(sum_xx > 0)) return;
  for (Point& point : std::span(points).first(size)) {
    point.y -= sum_xy / sum_xx * point.x;
    sum_yy += point.y * point.y;
  }
}

OrnsteinUhlenbeckMeans::OrnsteinUhlenbeckMeans(std::span<const Point> points, double correlation_time) noexcept
    : size_(points.size()) {
  for (std::size_t i = 0; i < size_; ++i) {
    const Point& point = points[i];
    const double u = point.spacing / correlation_time;
    means_[i] = {.decay = std::exp(-point.distance / correlation_time),
                 .gain = gain_of(point.count, u),
                 .variance = variance_of_mean(point.count, u)};
    mean_variance_ += means_[i].variance / static_cast<double>(size_);
  }
}

NoiseFit fit_of(std::span<const Point> points, const NoiseModel& model, double freedom) noexcept {
  // An innovation keeps at least this share of its variance, however smooth the process; only blocks whose
  // points are far from evenly spaced come near it.
  constexpr double kLeastShare = 1e-4;
  const double process = model.process_variance;
  Innovations innovations;
  double state_variance = process;
  double one = 0, x = 0, y = 0;  // predictions of the state
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    const auto& [decay, gain, mean_variance] = model.process.means()[i];
    if (point.begins_axis) {
      innovations.begin_axis();
      state_variance = process;
      one = x = y = 0;
    } else {
      state_variance = process + decay * decay * (state_variance - process);
      one *= decay, x *= decay, y *= decay;
    }
    const double all = process * mean_variance + model.white_variance / point.count;
    const double variance = std::max(all - gain * gain * (process - state_variance), kLeastShare * all);
    const double one_off = 1 - gain * one, x_off = point.x - gain * x, y_off = point.y - gain * y;
    innovations.add(one_off, x_off, y_off, variance);
    const double correction = state_variance * gain / variance;
    one += correction * one_off, x += correction * x_off, y += correction * y_off;
    // May fall below 0: a gain above 1 stands for noise of negative variance, but the matrix that is factorised
    // is still a covariance matrix.
    state_variance *= 1 - correction * gain;
  }
  innovations.begin_axis();
  return innovations.fit(freedom);
}

double numerator_variance(std::span<const Point> points, const NoiseModel& model) noexcept {
  double process = 0, white = 0;
  double before = 0;  // sum over the blocks before: weight times gain times decay up to this block
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [decay, gain, mean_variance] = model.process.means()[i];
    const double weight = points[i].count * points[i].x;
    before = points[i].begins_axis ? 0 : before * decay;
    process += weight * weight * mean_variance + 2 * weight * gain * before;
    white += weight * weight / points[i].count;
    before += weight * gain;
  }
  return model.process_variance * process + model.white_variance * white;
}

}  // namespace idn::analysis
