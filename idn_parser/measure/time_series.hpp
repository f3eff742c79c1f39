// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "idn/time.hpp"

namespace idn::parser {

/// A quantity over time for plots, in bounded memory: when there are more than kMaxPoints, pairs of points are
/// merged to their minimum and maximum, so that no spike disappears.
class TimeSeries {
 public:
  static constexpr std::size_t kMaxPoints = 2048;

  /// Minimum and maximum from `begin` until the next point.
  struct Point {
    Duration begin{};  ///< since 1970
    Duration min{};
    Duration max{};
  };

  /// To be called in ascending order of time; small steps back do no harm.
  void add(Duration time, Duration value) {
    if (values_in_last_ > 0 && values_in_last_ < values_per_point_) {
      auto& last = points_.back();
      last.min = std::min(last.min, value);
      last.max = std::max(last.max, value);
      ++values_in_last_;
      return;
    }
    if (points_.size() == kMaxPoints) halve();
    points_.push_back({time, value, value});
    values_in_last_ = 1;
  }

  const std::vector<Point>& points() const noexcept { return points_; }

 private:
  void halve() {
    for (std::size_t i = 0; i < kMaxPoints / 2; ++i) {
      const Point &a = points_[2 * i], &b = points_[2 * i + 1];
      points_[i] = {a.begin, std::min(a.min, b.min), std::max(a.max, b.max)};
    }
    points_.resize(kMaxPoints / 2);
    values_per_point_ *= 2;
  }

  std::vector<Point> points_;
  std::uint64_t values_per_point_ = 1;
  std::uint64_t values_in_last_ = 0;
};

}  // namespace idn::parser
