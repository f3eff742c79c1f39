// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/time.hpp"

namespace idn::parser {

/// For the share `share` (0 to 1) of all offsets, the absolute deviation is at most `deviation`.
struct DistributionPoint {
  Micros deviation{};
  double share = 0;
};

/// The cumulative distribution of absolute deviations: 20 exact points per decade of 1 - share (0.9, 0.99,
/// 0.999 ...), and one for share 1. Temporary memory: 8 octets per offset.
std::vector<DistributionPoint> distribution_of(std::span<const Duration> signed_deviations);

}  // namespace idn::parser
