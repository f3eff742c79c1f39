// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/compare/comparison.hpp"
#include "idn_parser/compare/pairing.hpp"
#include "idn_parser/finding.hpp"

namespace idn::parser {

/// Of a capture alone: what keeps it from being compared as a whole.
Findings findings_of(const TrafficFingerprints& traffic);

/// Connections that one capture alone holds.
Findings unpaired(const TrafficFingerprints& sent, const TrafficFingerprints& received,
                  const std::vector<Pair>& pairs);

/// What happened on the way.
Findings findings_of(const Comparison& comparison);

}  // namespace idn::parser
