// SPDX-License-Identifier: MIT
#include "bench/fanout/figures.hpp"

#include <algorithm>
#include <vector>

namespace idn::bench {
namespace {

constexpr Duration kBucket = std::chrono::microseconds(100);

/// The value with rank share * (n - 1), rounded down; 0 without values. Changes their order.
Duration percentile(std::vector<Duration>& values, double share) {
  if (values.empty()) return Duration{0};
  const auto place =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, place);
  return *place;
}

/// Appends the errors of one stream, abs(offset - tick), and adds its losses.
void add_errors(const SinkArrivals& stream, Duration tick, Duration from, Duration until, std::uint64_t& lost,
                std::vector<Duration>& errors) {
  const SinkArrivals::Datagram* last = nullptr;
  for (const auto& datagram : stream.datagrams) {
    if (datagram.at < from || datagram.at >= until) continue;
    if (last != nullptr) {
      const auto step = static_cast<std::uint16_t>(datagram.sequence - last->sequence);
      if (step == 1)
        errors.push_back(std::chrono::abs(datagram.at - last->at - tick));
      else
        lost += step - 1u;
    }
    last = &datagram;
  }
}

}  // namespace

FanoutFigures measure(std::span<const SinkArrivals> streams, Duration tick, Duration from, Duration until) {
  FanoutFigures figures;
  std::vector<Duration> all;
  for (const SinkArrivals& stream : streams) {
    std::vector<Duration> errors;
    add_errors(stream, tick, from, until, figures.lost, errors);
    all.insert(all.end(), errors.begin(), errors.end());
    figures.worst_stream_p99 = std::max(figures.worst_stream_p99, percentile(errors, 0.99));
  }
  figures.datagrams = all.size();
  figures.error_p50 = percentile(all, 0.5);
  figures.error_p99 = percentile(all, 0.99);
  const auto hits = std::ranges::count_if(all, [](Duration error) { return error < kBucket; });
  if (!all.empty()) figures.on_target = static_cast<double>(hits) / static_cast<double>(all.size());
  return figures;
}

}  // namespace idn::bench
