// SPDX-License-Identifier: MIT
#include "idn_parser/measure/lateness_series.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace idn::parser {
namespace {

double nanoseconds(Duration duration) noexcept {
  return static_cast<double>(duration.count());
}

/// Invalid timestamps may lead to any slope, so values are clamped to about a century.
Duration rounded(double ns) noexcept {
  constexpr double kMost = 4e18;
  return Duration(std::llround(std::clamp(ns, -kMost, kMost)));
}

}  // namespace

void LatenessSeries::Bucket::add(const Reading& reading, double lateness, bool is_in_order) noexcept {
  if (reading.residual < earliest.residual) earliest = reading;
  if (reading.residual > latest.residual) latest = reading;
  first_media = std::min(first_media, reading.media);
  last_media = std::max(last_media, reading.media);
  if (!is_in_order) return;
  ++count;
  lateness_sum += lateness;
  media_sum += reading.media;
}

void LatenessSeries::Bucket::merge(const Bucket& later) noexcept {
  if (later.earliest.residual < earliest.residual) earliest = later.earliest;
  if (later.latest.residual > latest.residual) latest = later.latest;
  first_media = std::min(first_media, later.first_media);
  last_media = std::max(last_media, later.last_media);
  error = std::max(error, later.error);
  count += later.count;
  lateness_sum += later.lateness_sum;
  media_sum += later.media_sum;
}

/// Converts the stored extremes to the new provisional slope.
void LatenessSeries::Bucket::change_slope(double slope_change) noexcept {
  error = error_with(slope_change);
  for (Reading* reading : {&earliest, &latest}) reading->residual -= slope_change * reading->media;
}

double LatenessSeries::Bucket::error_with(double slope_change) const noexcept {
  return error + std::abs(slope_change) * (last_media - first_media);
}

void LatenessSeries::add(const analysis::AxisPlace& place, const analysis::SampleDatagram& datagram) {
  if (place.number != axis_number_) change_axis(place, datagram);
  if (axes_.empty() || axes_.back().place.number != place.number) return;  // one of the hidden axes
  // Before the reading is computed, since widening changes the provisional slope.
  if (needs_bucket(datagram.arrival) && points_ == kMostPoints) widen();
  Axis& axis = axes_.back();
  ++axis.datagrams;
  const double media = nanoseconds(*datagram.media - axis.first_media);
  const double lateness = nanoseconds(datagram.arrival - axis.first_arrival) - media;
  const Reading reading{lateness - slope_ * media, media};
  if (needs_bucket(datagram.arrival)) add_bucket(datagram.arrival, reading);
  axis.buckets.back().add(reading, lateness, datagram.order != ArrivalOrder::Late);
}

void LatenessSeries::change_axis(const analysis::AxisPlace& place, const analysis::SampleDatagram& first) {
  const bool returns_to_axis = place.number < axis_number_;
  const bool is_shown = !axes_.empty() && axes_.back().place.number == axis_number_;
  const std::size_t last = axes_.size() - 1;
  if (returns_to_axis && is_shown) drop_axis(last);  // that axis was a single wrong timestamp
  if (returns_to_axis && !is_shown) --hidden_axes_;
  // The last axis may still be continued, the one before it cannot: drop it if it has a single datagram.
  if (!returns_to_axis && axes_.size() > 1 && axes_[last - 1].datagrams < 2) drop_axis(last - 1);
  axis_number_ = place.number;
  if (returns_to_axis) return;
  if (axes_.size() == kMostAxes) {
    ++hidden_axes_;
    return;
  }
  axes_.push_back({.place = place, .first_arrival = first.arrival, .first_media = *first.media});
}

void LatenessSeries::drop_axis(std::size_t index) {
  points_ -= axes_[index].buckets.size();
  axes_.erase(axes_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool LatenessSeries::needs_bucket(Duration arrival) const noexcept {
  const auto& buckets = axes_.back().buckets;
  return buckets.empty() || arrival.count() >> shift_ > buckets.back().key;
}

void LatenessSeries::add_bucket(Duration arrival, const Reading& reading) {
  ++points_;
  axes_.back().buckets.push_back({.key = arrival.count() >> shift_,
                                  .first_media = reading.media,
                                  .last_media = reading.media,
                                  .earliest = reading,
                                  .latest = reading});
}

void LatenessSeries::widen() {
  const double slope = fitted_slope();
  for (Axis& axis : axes_)
    for (Bucket& bucket : axis.buckets) bucket.change_slope(slope - slope_);
  slope_ = slope;
  // Usually one doubling is enough. A stream with long silences has adjacent buckets only once they are wide.
  while (points_ > kMostPoints / 4 * 3) {
    ++shift_;
    points_ = 0;
    for (Axis& axis : axes_) points_ += merge_neighbours(axis.buckets);
  }
}

/// Doubles the width of the buckets. @return how many remain
std::size_t LatenessSeries::merge_neighbours(std::vector<Bucket>& buckets) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    buckets[i].key >>= 1;
    if (kept > 0 && buckets[kept - 1].key == buckets[i].key)
      buckets[kept - 1].merge(buckets[i]);
    else
      buckets[kept++] = buckets[i];
  }
  buckets.resize(kept);
  return kept;
}

/// Least-squares slope of lateness over media time, common to all axes, each centred on its own means. Buckets
/// are weighted by their number of datagrams.
double LatenessSeries::fitted_slope() const noexcept {
  double sum_xx = 0, sum_xy = 0;
  for (const Axis& axis : axes_) {
    const Means axis_means = means_of(axis.buckets);
    for (const Bucket& bucket : axis.buckets) {
      if (bucket.count == 0) continue;
      const auto weight = static_cast<double>(bucket.count);
      const double x = bucket.media_sum / weight - axis_means.media;
      sum_xx += weight * x * x;
      sum_xy += weight * x * (bucket.lateness_sum / weight - axis_means.lateness);
    }
  }
  return sum_xx > 0 ? sum_xy / sum_xx : slope_;
}

LatenessSeries::Means LatenessSeries::means_of(std::span<const Bucket> buckets) noexcept {
  double count = 0, media = 0, lateness = 0;
  for (const Bucket& bucket : buckets) {
    count += static_cast<double>(bucket.count);
    media += bucket.media_sum;
    lateness += bucket.lateness_sum;
  }
  if (count == 0) return {};
  return {media / count, lateness / count};
}

LatenessFacts LatenessSeries::facts(double rate_error_ppm) const {
  const double slope = rate_error_ppm * 1e-6;
  LatenessFacts facts{.width = Duration(std::int64_t{1} << shift_),
                      .rate_error_ppm = rate_error_ppm,
                      .hidden_axes = hidden_axes_};
  double error = 0;
  for (const Axis& axis : axes_) {
    if (axis.datagrams < 2) continue;
    facts.axes.push_back(curve_of(axis, slope));
    for (const Bucket& bucket : axis.buckets) error = std::max(error, bucket.error_with(slope - slope_));
  }
  facts.error = rounded(std::ceil(error));
  return facts;
}

LatenessCurve LatenessSeries::curve_of(const Axis& axis, double slope) const {
  const Means means = means_of(axis.buckets);
  const double level = means.lateness - slope * means.media;
  const auto lateness = [&](const Reading& reading) {
    return rounded(reading.residual + (slope_ - slope) * reading.media - level);
  };
  LatenessCurve curve{.cause = axis.place.cause, .begin = axis.first_arrival};
  for (const Bucket& bucket : axis.buckets) {
    LatenessPoint point{.begin = Duration(bucket.key << shift_)};
    std::tie(point.min, point.max) = std::minmax({lateness(bucket.earliest), lateness(bucket.latest)});
    if (bucket.count > 0) {
      const double sum = bucket.lateness_sum - slope * bucket.media_sum;
      point.mean = rounded(sum / static_cast<double>(bucket.count) - level);
    }
    curve.points.push_back(point);
  }
  return curve;
}

}  // namespace idn::parser
