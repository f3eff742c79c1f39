// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn_parser/compare/comparison.hpp"

namespace idn::parser {

/// The delays from one capture to the other. Clocks of two machines differ by an unknown offset and drift
/// apart: what remains is the variation about the line through all delays. A delay that wanders looks like a
/// drift too, so that is removed only where its 95 % interval excludes 0. Datagrams wait, but never overtake
/// light, so the variation counts from the smallest delay.
/// @param matches at least one
/// @param same_clock no drift is removed
DelayFacts delay_of(std::span<const Match> matches, const Fingerprints& sent, const Fingerprints& received,
                    bool same_clock);

}  // namespace idn::parser
