// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/pacing/series.hpp"

/// What this project promises of its pacing, beside what was measured.
namespace idn::bench {

struct Criterion {
  std::string what;
  std::optional<Spread> measured;  ///< nothing: one of the two could not be measured
  char relation = '<';             ///< '<': at most the target, '>': at least the target
  double target = 0;

  /// The median decides.
  bool is_met() const noexcept;
};

/// @param load whether other processes kept the cores busy, which other promises are about
std::vector<Criterion> criteria(const std::vector<Series>& all, bool load);

std::string table_of(const std::vector<Criterion>& criteria);
Json to_json(const std::vector<Criterion>& criteria);

}  // namespace idn::bench
