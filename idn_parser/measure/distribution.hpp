// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/analysis/micros.hpp"

namespace idn::parser {

/// `share` of all offsets lie at most `deviation` from the expected ones.
struct DistributionPoint {
  analysis::Micros deviation{};
  double share = 0;
};

/// The cumulative distribution of absolute deviations: exact points, 20 for each further nine of the share, the
/// last one at 1. Needs 8 octets per offset for its work.
std::vector<DistributionPoint> distribution_of(std::span<const Duration> signed_deviations);

}  // namespace idn::parser
