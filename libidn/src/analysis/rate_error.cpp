// SPDX-License-Identifier: MIT
#include "idn/analysis/rate_error.hpp"

#include <cmath>

#include "idn/analysis/media_clock.hpp"
#include "idn/analysis/micros.hpp"
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
}

void RateErrorEstimator::add(Duration arrival, std::chrono::microseconds media) noexcept {
  if (!first_) first_ = Reading{arrival, media};
  const auto elapsed_media = media - first_->media;
  if (std::chrono::abs(elapsed_media) > MediaClock::kLongestSpan) return;
  const double x = Micros(elapsed_media).count();
  const double lateness = Micros((arrival - first_->arrival) - Duration(elapsed_media)).count();
  fit_.add(x, lateness);
  means_.add(x, lateness);
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
  const double ppm_margin = *margin->margin * std::sqrt(margin->sum_xx / sum_xx()) * kPpm;
  return RateError{.ppm = *slope, .interval = RateError::Interval{*slope - ppm_margin, *slope + ppm_margin}};
}

}  // namespace idn::analysis
