// SPDX-License-Identifier: MIT
#pragma once

#include "idn_server/faults/fault_path.hpp"

namespace idn::server {

struct FaultReport {
  FaultCounters arriving;
  FaultCounters answered;
};

/// Applies a plan to both directions of one unit or link.
class Faults {
 public:
  /// @param index of the unit, so that units under one plan get different random numbers
  Faults(const FaultPlan& plan, std::uint64_t index, TimePoint begin)
      : arriving(plan.arriving, seed(plan.seed, 2 * index), begin),
        answered(plan.answered, seed(plan.seed, 2 * index + 1), begin) {}

  TimePoint next_deadline() const noexcept {
    return std::min(arriving.next_deadline(), answered.next_deadline());
  }
  FaultReport report() const noexcept { return {arriving.counters(), answered.counters()}; }

  FaultPath arriving;
  FaultPath answered;

 private:
  static constexpr std::uint64_t seed(std::uint64_t seed, std::uint64_t index) noexcept {
    return seed + index * 0x9E3779B97F4A7C15u;
  }
};

}  // namespace idn::server
