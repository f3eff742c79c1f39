// SPDX-License-Identifier: MIT
#include "latency/model/summary.hpp"

#include "idn/statistics.hpp"

namespace idn::latency {
namespace {

using idn::percentile;

template <class TimeOf>
Percentiles percentiles_of(std::span<const StageTimes> triggers, TimeOf time_of) {
  std::vector<Duration> times;
  times.reserve(triggers.size());
  for (const StageTimes& trigger : triggers) times.push_back(time_of(trigger));
  return latency::percentiles_of(std::move(times));
}

}  // namespace

Percentiles percentiles_of(std::vector<Duration> times) {
  if (times.empty()) return {};
  const auto [min, max] = std::ranges::minmax(times);
  return {.min = min,
          .p50 = percentile(times, 500),
          .p99 = percentile(times, 990),
          .p999 = percentile(times, 999),
          .max = max};
}

LatencySummary summarise(std::span<const StageTimes> triggers) {
  LatencySummary summary{.triggers = triggers.size()};
  for (const Stage stage : kStages)
    summary.stages[static_cast<std::size_t>(stage)] =
        percentiles_of(triggers, [stage](const StageTimes& times) { return times[stage]; });
  summary.whole = percentiles_of(triggers, [](const StageTimes& times) { return times.whole(); });
  return summary;
}

}  // namespace idn::latency
