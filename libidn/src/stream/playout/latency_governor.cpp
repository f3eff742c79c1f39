// SPDX-License-Identifier: MIT
#include "stream/playout/latency_governor.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/generalised_pareto.hpp"

namespace idn::stream {
namespace {

constexpr std::uint32_t kMostRemembered = 1u << 22;  // datagrams in memory; then all counts are halved
constexpr std::uint32_t kEstimateEvery = 256;  // datagrams between two estimates; a miss estimates at once
constexpr std::uint64_t kRunLength = 3;        // datagrams below the threshold that end a cluster
constexpr double kFewestPeaks = 200;           // wanted for a fit
constexpr double kPeaksPerUnderrun = 20;       // with fewer, a fit is no better than counting
constexpr double kLargestShareOfPeaks = 0.1;   // of all datagrams; more are not the tail
constexpr std::uint32_t kFewestToFit = 20;     // with fewer, the empirical quantile is used
constexpr double kMostWeighedPeaks = 4000;     // in the mean cluster size; then both counts are halved
constexpr double kMuchLess = 8;                // times fewer peaks than expected: their cause is over
constexpr double kInsignificantPeaks = 5;      // a difference of so many peaks does not count
constexpr Duration kLongestCluster = std::chrono::seconds(1);
constexpr double kLargestExtrapolation = 2;  // times the largest lateness: a fit of few peaks may be far off
constexpr double kErrorsCovered = 1;         // standard errors that the level adds to the quantile
constexpr double kErrorsOfInterval = 1.96;   // standard errors: half of the 95 % interval
/// i + 1 misses within kMissSpans[i] / underrun probability datagrams are taken as a change for the worse. At
/// 1e-4 they come by chance once in a million datagrams or so.
constexpr double kMissSpans[] = {0, 0.01, 0.1, 0.4};
constexpr Duration kLongestLateness = LatenessHistogram::begin_of(LatenessHistogram::kBuckets);

double begin_ns(std::size_t bucket) noexcept {
  return static_cast<double>(LatenessHistogram::begin_of(bucket).count());
}

}  // namespace

/// Runs declustering: peaks with fewer than kRunLength other datagrams between them are one cluster, which
/// lasts kLongestCluster at most.
void LatencyGovernor::Clusters::note(std::uint64_t number, TimePoint now) noexcept {
  if (number - last > kRunLength || now - began >= kLongestCluster) {
    clusters += 1;
    began = now;
  }
  peaks += 1;
  last = number;
  if (peaks < kMostWeighedPeaks) return;
  peaks /= 2;
  clusters /= 2;
}

LatencyGovernor::LatencyGovernor(const GovernorConfig& config) noexcept
    : config_(config), level_ns_(static_cast<double>(config.start.count())), wanted_ns_(level_ns_) {}

void LatencyGovernor::on_datagram(Duration lateness, TimePoint now) noexcept {
  lateness = std::clamp(lateness, -kLongestLateness, kLongestLateness);
  if (now_ == TimePoint::min()) now_ = block_began_ = now;
  if (now - block_began_ >= kBlock) next_block(now);
  shrink(now);
  ++number_;
  const std::size_t bucket = LatenessHistogram::bucket_of(lateness);
  memory_.add(bucket);
  blocks_[block_].add(bucket);
  if (bucket >= threshold_) fitted_.note(number_, now);
  if (bucket >= watched_from_) watched_.note(number_, now);
  const bool is_missed = lateness > level();
  if (is_missed) note_miss(static_cast<double>(lateness.count()));
  if (++datagrams_since_estimate_ >= kEstimateEvery || is_missed) estimate();
}

void LatencyGovernor::shrink(TimePoint now) noexcept {
  const double passed = in_seconds(now - now_) / in_seconds(kHalfLife);
  now_ = std::max(now, now_);
  if (level_ns_ > wanted_ns_ && passed > 0)
    level_ns_ = wanted_ns_ + (level_ns_ - wanted_ns_) * std::exp2(-passed);
}

void LatencyGovernor::note_miss(double lateness_ns) noexcept {
  std::shift_right(misses_.begin(), misses_.end(), 1);
  misses_[0] = {number_, lateness_ns};
  miss_count_ = std::min(miss_count_ + 1, misses_.size());
  double highest = tail_.seen == 0 ? lateness_ns : 0;
  for (std::size_t i = 1; i < miss_count_; ++i) {
    if (static_cast<double>(number_ - misses_[i].number) > kMissSpans[i] / config_.underrun_probability)
      continue;
    for (std::size_t k = 0; k <= i; ++k) highest = std::max(highest, misses_[k].lateness_ns);
  }
  const auto longest = static_cast<double>(config_.longest.count());
  level_ns_ = std::max(level_ns_, std::min(highest, longest));
}

void LatencyGovernor::next_block(TimePoint now) noexcept {
  full_blocks_ = std::min(full_blocks_ + 1, kBlocks);
  discard_expired();
  block_ = (block_ + 1) % kBlocks;
  blocks_[block_] = {};
  block_began_ = now;
}

void LatencyGovernor::discard_expired() noexcept {
  if (full_blocks_ < kBlocks || tail_.seen == 0) return;
  // The jitter may have ended within the oldest block, so the new memory begins with the others alone.
  LatenessHistogram recent;
  for (std::size_t i = 0; i + 1 < kBlocks; ++i) recent.add(blocks_[(block_ + kBlocks - i) % kBlocks]);
  const LatenessHistogram& oldest = blocks_[(block_ + 1) % kBlocks];
  const double late = recent.from(watched_from_) + oldest.from(watched_from_);
  const double expected = watched_share_ * (recent.total() + oldest.total());
  const double enough = kEnoughClusters * watched_.size();
  const bool is_much_less = expected >= enough && late < expected / kMuchLess;
  const double quiet = static_cast<double>(number_ - watched_.last);
  const bool is_rare_and_over = quiet >= recent.total() && watched_share_ * quiet >= 2 * enough;
  if (!is_much_less && !is_rare_and_over) return;
  const double now = recent.from(earlier_watched_from_), then = earlier_share_ * recent.total();
  const bool is_as_before = now < 2 * then + kInsignificantPeaks && then < 2 * now + kInsignificantPeaks;
  if (earlier_.total() > 0 && is_as_before) recent.add(earlier_);
  earlier_ = {};
  begin_memory(recent);
  estimate();
}

/// Begins a new memory if this block has ten clusters more than four times the allowed misses: the old memory
/// would keep the level too low.
void LatencyGovernor::notice_worse() noexcept {
  if (tail_.seen == 0) return;
  const LatenessHistogram& block = blocks_[block_];
  const auto wanted = Duration(static_cast<Duration::rep>(wanted_ns_));
  const double misses = block.from(LatenessHistogram::bucket_of(wanted) + 1);
  const double surplus = misses - 4 * config_.underrun_probability * block.total();
  if (surplus <= 10 * fitted_.size()) return;
  keep_for_later();
  begin_memory(block);
}

/// Saves the memory of the time before the change for the worse, in case the conditions of that time return. Of
/// several such memories the one with the most datagrams is kept.
void LatencyGovernor::keep_for_later() noexcept {
  LatenessHistogram earlier = memory_;
  earlier.subtract(blocks_[block_]);
  if (earlier.total() <= earlier_.total()) return;
  earlier_ = earlier;
  earlier_watched_from_ = watched_from_;
  earlier_share_ = watched_share_;
}

void LatencyGovernor::begin_memory(const LatenessHistogram& with) noexcept {
  memory_ = with;
  full_blocks_ = 0;
  watched_.last = number_;
}

void LatencyGovernor::estimate() noexcept {
  datagrams_since_estimate_ = 0;
  notice_worse();
  if (memory_.total() >= kMostRemembered) memory_.halve();
  if (memory_.total() < kFewest) return;
  const double seen = memory_.total();
  const double wanted =
      std::min(std::max(kFewestPeaks, kPeaksPerUnderrun * config_.underrun_probability * seen),
               kLargestShareOfPeaks * seen);
  threshold_ = highest_with(wanted);
  fit_peaks(threshold_);
  watched_from_ = LatenessHistogram::bucket_of(Duration(static_cast<Duration::rep>(tail_.quantile / 4)));
  watched_share_ = memory_.from(watched_from_) / seen;
  const double covered = tail_.quantile + (tail_.upper - tail_.quantile) * kErrorsCovered / kErrorsOfInterval;
  const double believed = std::min(covered, kLargestExtrapolation * begin_ns(highest_with(0)));
  wanted_ns_ = std::clamp(believed, static_cast<double>(config_.shortest.count()),
                          static_cast<double>(config_.longest.count()));
  level_ns_ = std::max(level_ns_, wanted_ns_);
}

/// The lowest bucket from which on there are at most `wanted` datagrams.
std::size_t LatencyGovernor::highest_with(double wanted) const noexcept {
  std::size_t bucket = LatenessHistogram::kBuckets;
  double sum = 0;
  while (bucket > 0 && sum + memory_[bucket - 1] <= wanted) sum += memory_[--bucket];
  return bucket;
}

void LatencyGovernor::fit_peaks(std::size_t threshold) noexcept {
  const double seen = memory_.total(), underruns = config_.underrun_probability * seen;
  tail_ = {.threshold = begin_ns(threshold), .seen = memory_.total()};
  tail_.exceedances = memory_.from(threshold);
  tail_.clusters = std::max(tail_.exceedances / fitted_.size(), 1.0);
  // The empirical quantile, which stays if there are enough underruns to count them, or too few peaks to fit.
  const double counted = begin_ns(highest_with(underruns));
  tail_.quantile = tail_.lower = tail_.upper = counted;
  if (tail_.exceedances < kFewestToFit || tail_.exceedances <= underruns) return;
  analysis::WeightedMoments moments(tail_.exceedances);
  for (std::size_t i = threshold; i < LatenessHistogram::kBuckets; ++i)
    if (memory_[i] > 0) moments.add((begin_ns(i) + begin_ns(i + 1)) / 2 - tail_.threshold, memory_[i]);
  const auto tail = analysis::GeneralisedPareto::fit(moments);
  if (tail.scale <= 0) return;
  const auto excess = analysis::tail_quantile(tail, tail_.exceedances / underruns, tail_.clusters);
  tail_.shape = tail.shape;
  tail_.scale = tail.scale;
  tail_.quantile = tail_.threshold + excess.value;
  tail_.lower = tail_.threshold + std::max(excess.value - kErrorsOfInterval * excess.error, 0.0);
  tail_.upper = tail_.quantile + kErrorsOfInterval * excess.error;
}

}  // namespace idn::stream
