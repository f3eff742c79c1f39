// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/analysis/latency/stages.hpp"

namespace idn::analysis::latency {

/// How a time was distributed: values that occurred, by nearest rank.
struct Percentiles {
  Duration min{};   ///< the shortest
  Duration p50{};   ///< the median
  Duration p99{};   ///< 99 % are no longer
  Duration p999{};  ///< 99.9 % are no longer
  Duration max{};   ///< the longest

  friend constexpr bool operator==(const Percentiles&, const Percentiles&) = default;
};

/// All zero where there are no times.
Percentiles percentiles_of(std::vector<Duration> times);

/// Of all triggers that were found.
struct LatencySummary {
  std::size_t triggers = 0;                          ///< so many
  std::array<Percentiles, kStages.size()> stages{};  ///< in the order of kStages
  Percentiles whole{};                               ///< T6 - T0

  /// Of one stage.
  const Percentiles& operator[](Stage stage) const noexcept { return stages[static_cast<std::size_t>(stage)]; }
};

/// All zero where there are no triggers.
LatencySummary summarise(std::span<const StageTimes> triggers);

}  // namespace idn::analysis::latency
