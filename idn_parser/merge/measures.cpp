// SPDX-License-Identifier: MIT
#include "idn_parser/merge/measures.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

void add_gaps(const StreamFacts& run, StreamFacts& all) {
  auto& gaps = all.media_gaps;
  gaps.gaps.add_count(run.media_gaps.gaps);
  gaps.total += run.media_gaps.total;
  gaps.largest = std::max(gaps.largest, run.media_gaps.largest);
  gaps.after_loss += run.media_gaps.after_loss;
  gaps.overlaps += run.media_gaps.overlaps;
  gaps.restarts += run.media_gaps.restarts;
  all.configuration_gaps.add_count(run.configuration_gaps);
  all.largest_configuration_gap = std::max(all.largest_configuration_gap, run.largest_configuration_gap);
}

void add_bursts(const BurstFacts& run, BurstFacts& all) {
  all.bursts.add_count(run.bursts);
  all.catch_ups += run.catch_ups;
  all.batches += run.batches;
  all.ahead += run.ahead;
  all.longest = std::max(all.longest, run.longest);
}

bool agree(Micros period, Micros other) {
  constexpr Micros kNear = analysis::OffsetHistogram::kBucketWidth;
  return period > Micros::zero() && other > Micros::zero() && std::chrono::abs(period - other) <= kNear;
}

}  // namespace

void add_measures(const StreamFacts& run, StreamFacts& all) {
  add_gaps(run, all);
  add_bursts(run.bursts, all.bursts);
  all.ahead.messages.add_count(run.ahead.messages);
  all.ahead.largest = std::max(all.ahead.largest, run.ahead.largest);
  all.pipeline_events.add(run.pipeline_events);
}

FrameFacts merged_frames(const FrameFacts& some, const FrameFacts& more) {
  const auto frames = static_cast<double>(some.frames + more.frames);
  const auto mean = [&](Micros of_some, Micros of_more) {
    return of_some + (of_more - of_some) * (static_cast<double>(more.frames) / frames);
  };
  return {.frames = some.frames + more.frames,
          .period = agree(some.period, more.period) ? mean(some.period, more.period) : Micros::zero(),
          .on_target_share = std::nullopt,
          .deviations = std::nullopt,
          .stood_still = some.stood_still + more.stood_still,
          .mean_spread = mean(some.mean_spread, more.mean_spread),
          .largest_spread = std::max(some.largest_spread, more.largest_spread),
          .most_datagrams = std::max(some.most_datagrams, more.most_datagrams)};
}

}  // namespace idn::parser
