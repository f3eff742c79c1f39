// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn_parser/compare/comparison.hpp"

namespace idn::parser {

/// The delays from one capture to the other. Clocks of two computers differ by an unknown offset and drift
/// apart, so only the variation of the delay can be measured, after a straight line fitted to all delays (least
/// squares) is subtracted. A delay that varies slowly looks like drift too, so the line is subtracted only if
/// the 95 % interval of its slope excludes 0. The variation is the delay above the smallest one (RFC 5481,
/// PDV).
/// @param matches at least one
/// @param same_clock no drift is removed
DelayFacts delay_of(std::span<const Match> matches, const Fingerprints& sent, const Fingerprints& received,
                    bool same_clock);

}  // namespace idn::parser
