// SPDX-License-Identifier: MIT
#include "idn/analysis/stream_metrics.hpp"

#include <algorithm>

namespace idn::analysis {

TargetSummary compare_with(Micros expected, const OffsetSummary& offsets, const OffsetHistogram& histogram) {
  const auto window = target_window(expected);
  const auto on_target = histogram.count_at(window.lower) + histogram.count_at(window.upper);
  return {.on_target_share = static_cast<double>(on_target) / static_cast<double>(histogram.total()),
          .rate_error_ppm = (offsets.average - expected) / expected * 1e6,
          .peak_period_jitter = std::max(expected - offsets.min, offsets.max - expected)};
}

std::optional<Duration> StreamMetrics::add(const SampleDatagram& datagram) {
  samples_ += datagram.samples;
  display_ += datagram.duration;
  if (datagram.media) clock_.add(datagram.arrival, *datagram.media);
  const Duration previous = last_arrival_;
  last_arrival_ = datagram.arrival;
  if (datagrams_++ == 0) {
    first_arrival_ = datagram.arrival;
    return std::nullopt;
  }
  const Duration offset = datagram.arrival - previous;
  min_offset_ = std::min(min_offset_, offset);
  max_offset_ = std::max(max_offset_, offset);
  histogram_.add(offset);
  return offset;
}

StreamSummary StreamMetrics::summary() const {
  StreamSummary summary{.datagrams = datagrams_,
                        .samples = samples_,
                        .measured = last_arrival_ - first_arrival_,
                        .display = display_,
                        .expected = expected_offset()};
  const bool has_offsets = histogram_.total() > 0;
  if (has_offsets) summary.offsets = offset_summary();
  if (has_offsets && display_.count() > 0)
    summary.target = compare_with(summary.expected, *summary.offsets, histogram_);
  if (clock_.has_readings()) summary.clock = clock_summary();
  return summary;
}

Micros StreamMetrics::expected_offset() const noexcept {
  return datagrams_ == 0 ? Micros::zero() : Micros(display_) / static_cast<double>(datagrams_);
}

OffsetSummary StreamMetrics::offset_summary() const noexcept {
  const auto count = static_cast<double>(histogram_.total());
  return {.average = Micros(last_arrival_ - first_arrival_) / count, .min = min_offset_, .max = max_offset_};
}

ClockSummary StreamMetrics::clock_summary() const {
  const Micros expected = expected_offset();
  ClockSummary summary{.long_term_jitter = clock_.long_term_jitter(),
                       .start_delay = clock_.start_delay(),
                       .drift_ppm = clock_.drift_ppm()};
  if (expected > Micros::zero()) summary.smallest_buffer = 2 * summary.long_term_jitter / expected;
  return summary;
}

}  // namespace idn::analysis
