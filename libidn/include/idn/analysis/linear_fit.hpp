// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace idn::analysis {

/// Least-squares line through points that are added one by one. Keeps centred sums (Welford's algorithm), so
/// that values in microseconds lose no digits over hours.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class LinearFit {
 public:
  /// Adds a point.
  void add(double x, double y) noexcept {
    ++count_;
    const double dx = x - mean_x_;
    mean_x_ += dx / static_cast<double>(count_);
    mean_y_ += (y - mean_y_) / static_cast<double>(count_);
    sum_xx_ += dx * (x - mean_x_);
    sum_xy_ += dx * (y - mean_y_);
  }

  /// Points so far.
  std::uint64_t count() const noexcept { return count_; }
  /// Sum over all points of the squared distance of x from its mean. The slope is sum_xy() / sum_xx(); to pool
  /// fits, add up both sums.
  double sum_xx() const noexcept { return sum_xx_; }
  /// Sum over all points of the distance of x from its mean times that of y.
  double sum_xy() const noexcept { return sum_xy_; }

  /// In units of y per unit of x; nothing before two points with different x.
  std::optional<double> slope() const noexcept {
    if (!(sum_xx_ > 0)) return std::nullopt;
    return sum_xy_ / sum_xx_;
  }

 private:
  std::uint64_t count_ = 0;
  double mean_x_ = 0;
  double mean_y_ = 0;
  double sum_xx_ = 0;
  double sum_xy_ = 0;
};

}  // namespace idn::analysis
