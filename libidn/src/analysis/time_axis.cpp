// SPDX-License-Identifier: MIT
#include "idn/analysis/time_axis.hpp"

#include <algorithm>

namespace idn::analysis {
namespace {

/// x in seconds and y in microseconds, so that the slopes of the hull are in ppm.
double seconds(std::chrono::microseconds media) {
  return static_cast<double>(media.count()) / 1e6;
}

}  // namespace

void UpperHull::add(double x, double y) {
  const bool is_rightmost = corners_.empty() || corners_.back().x < x;
  auto next = is_rightmost ? corners_.end() : std::ranges::lower_bound(corners_, x, {}, &Corner::x);
  if (next != corners_.end() && next->x == x) {
    if (next->y >= y) return;
    next = corners_.erase(next);
  }
  // Whether b lies on or below the line from a to c.
  const auto is_below_chord = [](const Corner& a, const Corner& b, const Corner& c) {
    return (b.y - a.y) * (c.x - a.x) <= (c.y - a.y) * (b.x - a.x);
  };
  const Corner corner{x, y};
  const bool is_between = next != corners_.begin() && next != corners_.end();
  if (is_between && is_below_chord(*std::prev(next), corner, *next)) return;
  while (corners_.end() - next > 1 && is_below_chord(corner, *next, *std::next(next)))
    next = corners_.erase(next);
  while (next - corners_.begin() > 1 && is_below_chord(*std::prev(next, 2), *std::prev(next), corner))
    next = corners_.erase(std::prev(next));
  corners_.insert(next, corner);
}

double UpperHull::max_intercept(double slope) const noexcept {
  double highest = corners_.empty() ? 0 : corners_.front().y - slope * corners_.front().x;
  for (const Corner& corner : corners_) highest = std::max(highest, corner.y - slope * corner.x);
  return highest;
}

void TimeAxis::add(Duration arrival, std::chrono::microseconds media, std::chrono::microseconds duration,
                   Duration expected) {
  ++datagrams_;
  display_time_ += duration;
  last_arrival_ = std::max(last_arrival_, arrival);
  begin_media_ = std::min(begin_media_, media);
  end_media_ = std::max(end_media_, media + duration);
  clock_.add(arrival, media);
  const double media_s = seconds(media - first_media_);
  const Duration late = (arrival - first_arrival_) - Duration(media - first_media_);
  bucket_.add(arrival, expected);
  delay_factor_.add(arrival - first_arrival_, late);
  const double lateness = in_micros(late);
  lateness_hull_.add(media_s, lateness);
  earliness_hull_.add(media_s, -lateness);
}

Micros TimeAxis::long_term_jitter(double drift_ppm) const noexcept {
  return Micros(lateness_hull_.max_intercept(drift_ppm) + earliness_hull_.max_intercept(-drift_ppm)) / 2;
}

std::optional<double> TimeAxis::smallest_buffer() const noexcept {
  if (offset_count_ == 0 || expected_sum_ <= Duration{0}) return std::nullopt;
  const Micros mean = Micros(expected_sum_) / static_cast<double>(offset_count_);
  return 2 * long_term_jitter() / mean;
}

}  // namespace idn::analysis
