// SPDX-License-Identifier: MIT
#include "bench/pacing/figures.hpp"

#include <algorithm>

namespace idn::bench {
namespace {

Duration peak_of(const std::vector<Duration>& deviations) {
  Duration peak{0};
  for (const Duration deviation : deviations) peak = std::max(peak, std::chrono::abs(deviation));
  return peak;
}

double share_within(const std::vector<Duration>& deviations, Duration limit) {
  const auto is_within = [=](Duration deviation) { return std::chrono::abs(deviation) <= limit; };
  return static_cast<double>(std::ranges::count_if(deviations, is_within)) /
         static_cast<double>(deviations.size());
}

}  // namespace

std::optional<PacingFigures> measure(std::span<const analysis::SampleDatagram> datagrams) {
  analysis::StreamMetrics metrics;
  analysis::DeviationRecorder recorder;
  for (const auto& datagram : datagrams)
    if (const auto offset = metrics.add(datagram)) recorder.add(offset->deviation);
  const auto summary = metrics.summary();
  if (!summary.target) return std::nullopt;
  return PacingFigures{.datagrams = summary.datagrams,
                       .expected = summary.expected,
                       .average = summary.offsets->average,
                       .deviation = *recorder.percentiles(),
                       .peak = peak_of(recorder.deviations()),
                       .within_10us = share_within(recorder.deviations(), std::chrono::microseconds(10)),
                       .on_target = summary.target->on_target_share};
}

std::span<const analysis::SampleDatagram> between(std::span<const analysis::SampleDatagram> datagrams,
                                                  Duration from, Duration until) {
  const auto first = std::ranges::lower_bound(datagrams, from, {}, &analysis::SampleDatagram::arrival);
  const auto last = std::ranges::lower_bound(datagrams, until, {}, &analysis::SampleDatagram::arrival);
  return first < last ? std::span(first, last) : std::span<const analysis::SampleDatagram>{};
}

}  // namespace idn::bench
