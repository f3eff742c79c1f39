// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// Adds what happened in a run to that of the runs before: counts and the largest. Which happened first is told
/// by each run alone.
void add_measures(const StreamFacts& run, StreamFacts& all);

/// The frames of two runs. Their period is the mean of both, weighted by frames, where both agree within a
/// bucket, else zero. Offsets, target and deviations are not told.
FrameFacts merged_frames(const FrameFacts& some, const FrameFacts& more);

}  // namespace idn::parser
