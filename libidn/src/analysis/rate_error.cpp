// SPDX-License-Identifier: MIT
#include "idn/analysis/rate_error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "idn/analysis/time_axis.hpp"
#include "idn/time.hpp"
#include "slope_margin.hpp"

namespace idn::analysis {
namespace {

constexpr double kPpm = 1e6;

}  // namespace

void RateErrorEstimator::begin_axis() noexcept {
  earlier_xx_ = sum_xx();
  earlier_xy_ = sum_xy();
  fit_ = {};
  first_.reset();
  means_.begin_axis();
  batches_.begin_axis();
}

void RateErrorEstimator::Batches::add(const Reading& next) noexcept {
  if (!std::exchange(is_begun_, true)) {
    first_ = last_ = next;
    return;
  }
  constexpr double kTogether = 0.1;   // of the step in media time
  constexpr double kAlike = 0.1;      // of the period
  constexpr double kLeastSpan = 0.3;  // of the period, from the first to the last of a batch: half for two
  const bool is_together = Micros(next.arrival - last_.arrival) < kTogether * Micros(next.media - last_.media);
  if (!is_together) {
    const Micros period(next.arrival - first_.arrival);
    const bool is_batch = Micros(last_.media - first_.media) > kLeastSpan * period;
    if (is_batch && std::chrono::abs(period - before_) < kAlike * before_) {
      ++regular_;
      period_ = period;
    }
    ++count_;
    before_ = period;
    first_ = next;
  }
  last_ = next;
}

Micros RateErrorEstimator::Batches::period() const noexcept {
  constexpr std::uint64_t kFewest = 5;
  return count_ >= kFewest && 10 * regular_ > 8 * count_ ? period_ : Micros{};
}

void RateErrorEstimator::add(Duration arrival, std::chrono::microseconds media) noexcept {
  if (!first_) first_ = Reading{arrival, media};
  const auto elapsed_media = media - first_->media;
  if (std::chrono::abs(elapsed_media) > MediaClock::kLongestSpan) return;
  const double x = Micros(elapsed_media).count();
  const double lateness = Micros((arrival - first_->arrival) - Duration(elapsed_media)).count();
  fit_.add(x, lateness);
  means_.add(x, lateness);
  batches_.add({arrival, media});
}

std::optional<double> RateErrorEstimator::ppm() const noexcept {
  if (!(sum_xx() > 0)) return std::nullopt;
  return sum_xy() / sum_xx() * kPpm;
}

std::optional<RateError> RateErrorEstimator::result() const noexcept {
  const auto slope = ppm();
  const auto margin = slope ? slope_margin(means_.blocks()) : std::nullopt;
  if (!margin) return std::nullopt;
  if (!margin->margin) return RateError{.ppm = *slope};
  // The blocks lack the axes that were dropped, and the variation of x within a block. All points together have
  // a larger sum_xx, so the error of their slope is smaller.
  const double seen = *margin->margin * std::sqrt(margin->sum_xx / sum_xx());
  // A slip of all due times by one period in the middle would tilt the line by this.
  const double hidden = 1.5 * batches_.period().count() / margin->longest_axis;
  const double ppm_margin = std::max(seen, hidden) * kPpm;
  return RateError{.ppm = *slope, .interval = RateError::Interval{*slope - ppm_margin, *slope + ppm_margin}};
}

}  // namespace idn::analysis
