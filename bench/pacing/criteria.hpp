// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/pacing/series.hpp"
#include "bench/report/criterion.hpp"

namespace idn::bench {

/// The promises of this project about pacing that can be checked with the senders in `all`.
/// @param load whether other processes kept the cores busy; then other promises apply
std::vector<Criterion> pacing_criteria(const std::vector<Series>& all, bool load);

}  // namespace idn::bench
