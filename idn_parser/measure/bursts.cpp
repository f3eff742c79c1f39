// SPDX-License-Identifier: MIT
#include "idn_parser/measure/bursts.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

/// A burst and the range of its offsets in the list.
struct ShortRun {
  Burst burst{};
  std::size_t first = 0;
  std::size_t end = 0;  ///< behind its last offset
};

/// Classifies bursts. Each is reported one later, since the next burst may make it a batch.
class BurstClassifier {
 public:
  BurstClassifier(Duration late_threshold, BurstFacts& facts)
      : late_threshold_(late_threshold), facts_(facts) {}

  void add(ShortRun run) {
    const std::size_t between = has_previous_ ? run.first - previous_.end : SIZE_MAX;
    const bool is_late = run.burst.offset_before >= late_threshold_;
    const bool is_series = between == 1 && is_late;
    if (is_series) previous_.burst.cause = BurstCause::Batching;
    const bool continues_catch_up = between <= 2 && !is_late && previous_.burst.cause == BurstCause::CatchUp;
    run.burst.cause = is_series                       ? BurstCause::Batching
                      : is_late || continues_catch_up ? BurstCause::CatchUp
                                                      : BurstCause::Ahead;
    finish();
    previous_ = run;
    has_previous_ = true;
  }

  void finish() {
    if (!has_previous_) return;
    const Burst& burst = previous_.burst;
    facts_.bursts.add(burst);
    facts_.longest = std::max(facts_.longest, burst.datagrams);
    if (burst.cause == BurstCause::CatchUp) ++facts_.catch_ups;
    if (burst.cause == BurstCause::Batching) ++facts_.batches;
    if (burst.cause == BurstCause::Ahead) ++facts_.ahead;
    has_previous_ = false;
  }

 private:
  Duration late_threshold_;
  BurstFacts& facts_;
  bool has_previous_ = false;
  ShortRun previous_;
};

}  // namespace

std::string_view to_string(BurstCause cause) noexcept {
  switch (cause) {
    case BurstCause::CatchUp:
      return "catch-up after a late datagram";
    case BurstCause::Batching:
      return "sent in batches";
    case BurstCause::Ahead:
      return "sent ahead";
  }
  return "unknown";
}

BurstFacts find_bursts(Duration first, std::span<const Duration> offsets, Micros expected) {
  BurstFacts facts;
  if (expected <= Micros::zero()) return facts;
  const Micros short_threshold = expected / 10;
  BurstClassifier classifier(std::chrono::round<Duration>(1.5 * expected), facts);
  Duration arrival = first;
  for (std::size_t i = 0; i < offsets.size();) {
    if (Micros(offsets[i]) >= short_threshold) {
      arrival += offsets[i++];
      continue;
    }
    ShortRun run;
    run.first = i;
    run.burst.begin = arrival;
    run.burst.offset_before = i > 0 ? offsets[i - 1] : Duration{0};
    for (; i < offsets.size() && Micros(offsets[i]) < short_threshold; ++i) arrival += offsets[i];
    run.end = i;
    run.burst.length = arrival - run.burst.begin;
    run.burst.datagrams = run.end - run.first + 1;
    classifier.add(run);
  }
  classifier.finish();
  return facts;
}

}  // namespace idn::parser
