// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bench/pacing/series.hpp"
#include "bench/report/criterion.hpp"

namespace idn::bench {

/// What this project promises of its pacing; only what the senders in `all` tell something about.
/// @param load whether other processes kept the cores busy, which other promises are about
std::vector<Criterion> pacing_criteria(const std::vector<Series>& all, bool load);

}  // namespace idn::bench
