// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/pacing/series.hpp"

namespace idn::bench {

/// The shares on target that Ofner and Frank published beside those measured here, and what differs. Empty
/// if `all` has no results of the paper's loop, control-sleep-for.
std::string compared_with_published(const std::vector<Series>& all);

}  // namespace idn::bench
