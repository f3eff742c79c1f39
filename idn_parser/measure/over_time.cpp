// SPDX-License-Identifier: MIT
#include "idn_parser/measure/over_time.hpp"

#include <algorithm>

namespace idn::parser {

using std::chrono::microseconds;

ErrorCounts& ErrorCounts::operator+=(const ErrorCounts& other) noexcept {
  lost += other.lost;
  late += other.late;
  outliers += other.outliers;
  dark_gaps += other.dark_gaps;
  dark += other.dark;
  return *this;
}

void ErrorSeries::add(Duration arrival, const ErrorCounts& errors) {
  points_[arrival.count() >> shift_] += errors;
  while (points_.size() > kMostPoints) widen();
}

void ErrorSeries::subtract_lost(std::int64_t count) noexcept {
  for (auto point = points_.rbegin(); point != points_.rend() && count > 0; ++point) {
    const auto taken = std::min(count, point->second.lost);
    point->second.lost -= taken;
    count -= taken;
  }
}

void ErrorSeries::widen() {
  ++shift_;
  std::map<std::int64_t, ErrorCounts> wider;
  for (const auto& [key, errors] : points_) wider[key >> 1] += errors;
  points_ = std::move(wider);
}

std::vector<ErrorPoint> ErrorSeries::points() const {
  std::vector<ErrorPoint> points;
  points.reserve(points_.size());
  for (const auto& [key, errors] : points_) points.push_back({Duration(key << shift_), errors});
  return points;
}

void OverTime::add(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram,
                   std::uint64_t lost) {
  lateness_.add(axis, datagram);
  const auto newly_lost = last_ ? static_cast<std::int64_t>(lost - lost_) : 0;
  const bool is_late = datagram.order == ArrivalOrder::Late;
  const bool may_be_gap = last_ && !datagram.is_frame && *datagram.media != *last_->media + last_->duration;
  if (is_late || newly_lost != 0 || axis.number != axis_number_ || may_be_gap)
    count_errors(axis, datagram, newly_lost);
  lost_ = lost;
  axis_number_ = axis.number;
  if (!is_late) last_ = datagram;
}

void OverTime::count_errors(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram,
                            std::int64_t newly_lost) {
  if (newly_lost < 0) errors_.subtract_lost(-newly_lost);
  // The stream returned to an earlier axis: the one between was a single wrong timestamp.
  if (axis.number < axis_number_) errors_.add(last_->arrival, {.outliers = 1});
  const auto gap = axis.number == axis_number_ ? gap_before(datagram) : microseconds{0};
  const ErrorCounts now{.lost = std::max<std::int64_t>(newly_lost, 0),
                        .late = datagram.order == ArrivalOrder::Late ? 1u : 0u,
                        .dark_gaps = gap > microseconds{0} ? 1u : 0u,
                        .dark = gap};
  if (now.lost > 0 || now.late > 0 || now.dark_gaps > 0) errors_.add(datagram.arrival, now);
}

/// Media time that the sender skipped before this datagram; zero after a loss, and behind a dark one.
microseconds OverTime::gap_before(const analysis::SampleDatagram& datagram) const noexcept {
  if (datagram.order != ArrivalOrder::InOrder || last_->is_dark) return {};
  return std::max(datagram.gap_since(*last_), microseconds{0});
}

OverTimeFacts OverTime::facts(double rate_error_ppm, Duration capture_begin, std::uint64_t lost) const {
  auto errors = errors_;
  if (lost < lost_) errors.subtract_lost(static_cast<std::int64_t>(lost_ - lost));
  return {.capture_begin = capture_begin,
          .lateness = lateness_.facts(rate_error_ppm),
          .errors = errors.points(),
          .error_width = errors.width()};
}

}  // namespace idn::parser
