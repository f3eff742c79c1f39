// SPDX-License-Identifier: MIT
#include "bench/pacing/figures.hpp"

#include <algorithm>

namespace idn::bench {
namespace {

double share_within(const std::vector<Duration>& offsets, analysis::Micros expected, analysis::Micros limit) {
  const auto is_within = [=](Duration offset) {
    return std::chrono::abs(analysis::Micros(offset) - expected) <= limit;
  };
  return static_cast<double>(std::ranges::count_if(offsets, is_within)) / static_cast<double>(offsets.size());
}

}  // namespace

std::optional<PacingFigures> measure(std::span<const analysis::SampleDatagram> datagrams) {
  analysis::StreamMetrics metrics;
  analysis::OffsetRecorder recorder;
  for (const auto& datagram : datagrams)
    if (const auto offset = metrics.add(datagram)) recorder.add(*offset);
  const auto summary = metrics.summary();
  if (!summary.target) return std::nullopt;
  return PacingFigures{.datagrams = summary.datagrams,
                       .expected = summary.expected,
                       .average = summary.offsets->average,
                       .deviation = *recorder.deviations(summary.expected),
                       .within_10us = share_within(recorder.offsets(), summary.expected, analysis::Micros(10)),
                       .on_target = summary.target->on_target_share};
}

std::span<const analysis::SampleDatagram> between(std::span<const analysis::SampleDatagram> datagrams,
                                                  Duration from, Duration until) {
  const auto first = std::ranges::lower_bound(datagrams, from, {}, &analysis::SampleDatagram::arrival);
  const auto last = std::ranges::lower_bound(datagrams, until, {}, &analysis::SampleDatagram::arrival);
  return first < last ? std::span(first, last) : std::span<const analysis::SampleDatagram>{};
}

}  // namespace idn::bench
