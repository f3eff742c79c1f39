// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/compare/comparison.hpp"
#include "idn_parser/compare/pairing.hpp"
#include "idn_parser/finding.hpp"

namespace idn::parser {

/// Findings of one capture: reasons why it cannot be compared completely.
Findings findings_of(const TrafficFingerprints& traffic);

/// Connections that are in only one of the captures.
Findings unpaired(const TrafficFingerprints& sent, const TrafficFingerprints& received,
                  const std::vector<Pair>& pairs);

/// Loss, duplicates, reordering and changes between the captures.
Findings findings_of(const Comparison& comparison);

}  // namespace idn::parser
