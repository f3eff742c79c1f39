// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "latency/model/stages.hpp"

namespace idn::latency {

/// Percentiles of measured times by the nearest-rank method: each is a value that occurred.
/// Nothing where the times do not suffice (suffices_for_percentile()).
struct Percentiles {
  Duration min{};                  ///< the shortest
  std::optional<Duration> p50{};   ///< the median
  std::optional<Duration> p99{};   ///< 99 % are no longer
  std::optional<Duration> p999{};  ///< 99.9 % are no longer
  Duration max{};                  ///< the longest

  friend constexpr bool operator==(const Percentiles&, const Percentiles&) = default;
};

/// Without times both ends are zero.
Percentiles percentiles_of(std::vector<Duration> times);

/// Latencies of all triggers whose light was found.
struct LatencySummary {
  std::size_t triggers = 0;                          ///< their number
  std::array<Percentiles, kStages.size()> stages{};  ///< in the order of kStages
  Percentiles whole{};                               ///< from trigger to light, T6 - T0

  /// The percentiles of one stage.
  const Percentiles& operator[](Stage stage) const noexcept { return stages[static_cast<std::size_t>(stage)]; }
};

/// Without triggers all ends are zero.
LatencySummary summarise(std::span<const StageTimes> triggers);

}  // namespace idn::latency
