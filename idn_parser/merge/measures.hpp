// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// Adds gaps, bursts and other events of a run to `all`: counts and maxima only. Lists of the first events stay
/// with each run.
void add_measures(const StreamFacts& run, StreamFacts& all);

/// Merges the frame facts of two runs. The period is the mean of both, weighted by the number of frames, if
/// they differ by at most 100 us (a bucket of the histogram), otherwise zero. Share on target and deviations
/// are left empty.
FrameFacts merged_frames(const FrameFacts& a, const FrameFacts& b);

}  // namespace idn::parser
