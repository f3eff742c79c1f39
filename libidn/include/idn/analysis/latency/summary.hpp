// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/analysis/latency/stages.hpp"

namespace idn::analysis::latency {

/// How a time was distributed: values that occurred, by nearest rank.
struct Spread {
  Duration min{};   ///< the shortest
  Duration p50{};   ///< the median
  Duration p99{};   ///< 99 % are no longer
  Duration p999{};  ///< 99.9 % are no longer
  Duration max{};   ///< the longest

  friend constexpr bool operator==(const Spread&, const Spread&) = default;
};

/// All zero where there are no times.
Spread spread_of(std::vector<Duration> times);

/// Of all triggers that were found.
struct Summary {
  std::size_t triggers = 0;                     ///< so many
  std::array<Spread, kStages.size()> stages{};  ///< in the order of kStages
  Spread whole{};                               ///< T6 - T0

  /// Of one stage.
  const Spread& operator[](Stage stage) const noexcept { return stages[static_cast<std::size_t>(stage)]; }
};

/// All zero where there are no triggers.
Summary summarise(std::span<const StageTimes> triggers);

}  // namespace idn::analysis::latency
