// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "idn/counter.hpp"
#include "idn/logarithmic_buckets.hpp"
#include "idn/nearest_rank.hpp"

namespace idn {

/// Histogram of durations, written by one thread, read by any, without locks. Buckets are 1 us wide up to
/// 256 us, then there are 128 per doubling, so that a percentile is at most 0.8 % (or 1 us) above the exact
/// one, never below. The maximum is exact. Takes 20 KB.
/// Threads: one adds, any read. Real-time: yes (no heap, lock, log).
class DurationHistogram {
 public:
  /// Counts `duration` `times` times; a negative one as zero. Threads: the one that owns it.
  void add(Duration duration, std::uint64_t times = 1) noexcept {
    if (times == 0) return;
    buckets_[Buckets::bucket_of(duration)].add(times);
    max_.observe((std::max)(duration, Duration{0}));
  }

  /// Number of durations counted. Threads: any.
  std::uint64_t count() const noexcept {
    std::uint64_t count = 0;
    for (const Counter& bucket : buckets_) count += bucket.value();
    return count;
  }
  /// The longest; zero while there is none. Threads: any.
  Duration longest() const noexcept { return max_.value(); }
  /// By nearest rank, the shortest duration that at least `share` (0 to 1) of all do not exceed,
  /// rounded up to the end of its bucket, but longest() at most; zero while there is none. Threads: any.
  Duration nearest_rank(double share) const noexcept {
    const std::uint64_t all = count();
    const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(all)));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < Buckets::kBuckets; ++i) {
      seen += buckets_[i].value();
      if (seen >= std::max<std::uint64_t>(rank, 1)) return (std::min)(Buckets::begin_of(i + 1), longest());
    }
    return longest();
  }

  /// That of `permille` thousandths, or nothing where the durations do not suffice for it. Threads: any.
  std::optional<Duration> percentile(std::uint64_t permille) const noexcept {
    if (!suffices_for_percentile(count(), permille)) return std::nullopt;
    return nearest_rank(static_cast<double>(permille) / 1000);
  }

 private:
  using Buckets = LogarithmicBuckets<7, 26>;  // those of 67 s and more are in the last one

  std::array<Counter, Buckets::kBuckets> buckets_{};
  PeakValue<Duration> max_;
};

}  // namespace idn
