// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "idn/analysis/block_means.hpp"
#include "idn/analysis/linear_fit.hpp"
#include "idn/time.hpp"

namespace idn::analysis {

/// By how much media time runs slower (positive) or faster (negative) than the clock of arrivals, in ppm, and
/// the interval in which the truth lies with 95 % confidence.
struct RateError {
  double ppm = 0;       ///< parts per million; above zero: slow
  double low_ppm = 0;   ///< lower end of the interval
  double high_ppm = 0;  ///< upper end of the interval

  /// The interval lies above or below `limit_ppm` as a whole.
  bool is_above(double limit_ppm) const noexcept { return low_ppm > limit_ppm; }
  /// The whole interval is below the limit.
  bool is_below(double limit_ppm) const noexcept { return high_ppm < limit_ppm; }
  /// The interval does not hold zero.
  bool is_significant() const noexcept { return is_above(0) || is_below(0); }
};

/// Estimates a rate error from arrivals: least-squares slope of the lateness (arrival - media time) over media
/// time, pooled over axes, each about its own means.
///
/// Delay wanders: neighbours are late together, and the usual standard error of a slope, which takes each for a
/// throw of its own, is then many times too small. So the lateness is taken for a line plus white noise plus an
/// Ornstein-Uhlenbeck process (AR(1) in continuous time), fitted to means of up to 256 blocks by restricted
/// maximum likelihood, which misses less of a slow correlation than the residuals of the line show (Cheang and
/// Reinsel, J. Am. Stat. Assoc. 95, 2000, 1173). Correlation time and share of white noise are not taken as
/// known: the interval is that of the mixture over a grid of both, weighted by their likelihood and by weights
/// found by experiment.
///
/// Of 300 seeds each, it covers the truth in 92 to 98 % for white noise and for correlation times up to a fifth
/// of the capture, with a median width of at most 1.5 times the real spread (rate_error_test.cpp). A delay that
/// wanders more slowly looks more and more like drift, to any method: the interval covers the truth in about
/// 90 % at a third of the capture and in 70 % of random walks. Of several axes, which are taken for
/// independent, and of fewer than a hundred datagrams the same holds for shorter correlation times.
///
/// 12 KB, no heap; adding takes constant time on average, result() about a millisecond.
/// Threads: one owner. Real-time: add() (no heap, lock, log).
class RateErrorEstimator {
 public:
  /// What follows cannot be compared with what came before. Not needed before the first reading.
  void begin_axis() noexcept;

  /// A media time further than MediaClock::kLongestSpan from the first one of its axis is ignored.
  /// @param arrival since any epoch; all arrivals of an axis lie within 2^62 ns of each other
  /// @param media   unwrapped timestamp, |media| at most 2^62 us; about rising
  void add(Duration arrival, std::chrono::microseconds media) noexcept;

  /// The slope alone, in ppm. Nothing before two different media times on one axis.
  std::optional<double> ppm() const noexcept;

  /// Nothing while the blocks are fewer than the axes plus five: on one axis, before six datagrams.
  std::optional<RateError> result() const noexcept;

 private:
  struct Reading {
    Duration arrival;
    std::chrono::microseconds media;
  };

  double sum_xx() const noexcept { return earlier_xx_ + fit_.sum_xx(); }
  double sum_xy() const noexcept { return earlier_xy_ + fit_.sum_xy(); }

  std::optional<Reading> first_;  ///< of the axis
  LinearFit fit_;                 ///< lateness over media time on the axis, both in us since `first_`
  double earlier_xx_ = 0;         ///< sums of the axes before
  double earlier_xy_ = 0;
  BlockMeans means_;
};

}  // namespace idn::analysis
