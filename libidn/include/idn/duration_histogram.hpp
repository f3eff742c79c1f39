// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "idn/counter.hpp"
#include "idn/time.hpp"

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
    const Duration positive = (std::max)(duration, Duration{0});
    buckets_[bucket_of(positive)].add(times);
    max_.observe(positive);
  }

  /// Number of durations counted. Threads: any.
  std::uint64_t count() const noexcept {
    std::uint64_t count = 0;
    for (const Counter& bucket : buckets_) count += bucket.value();
    return count;
  }
  /// The longest; zero while there is none. Threads: any.
  Duration longest() const noexcept { return max_.value(); }
  /// Percentile by nearest rank: the shortest duration that at least `share` (0 to 1) of all do not exceed,
  /// rounded up to the end of its bucket, but longest() at most; zero while there is none. Threads: any.
  Duration percentile(double share) const noexcept {
    const std::uint64_t all = count();
    const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(all)));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      seen += buckets_[i].value();
      if (seen >= std::max<std::uint64_t>(rank, 1)) return (std::min)(end_of(i), longest());
    }
    return longest();
  }

 private:
  static constexpr unsigned kSteps = 7;     ///< 2^7 buckets per doubling
  static constexpr unsigned kLongest = 26;  ///< durations from 2^26 us (67 s) on are in the last bucket
  static constexpr std::size_t kBuckets = (kLongest - kSteps + 1) << kSteps;

  /// Doublings beyond 2^(kSteps + 1) us, times 2^kSteps, plus the leading kSteps + 1 bits of the microseconds.
  static constexpr std::size_t bucket_of(Duration duration) noexcept {
    const auto us = static_cast<std::uint64_t>(duration / std::chrono::microseconds(1));
    const auto width = static_cast<unsigned>(std::bit_width(us));
    const unsigned shift = width > kSteps + 1 ? width - kSteps - 1 : 0;
    return (std::min)((std::size_t{shift} << kSteps) + static_cast<std::size_t>(us >> shift), kBuckets - 1);
  }
  static constexpr Duration end_of(std::size_t bucket) noexcept {
    const std::size_t doubling = bucket >> kSteps;
    const std::size_t shift = doubling > 0 ? doubling - 1 : 0;
    return std::chrono::microseconds((bucket - (shift << kSteps) + 1) << shift);
  }

  std::array<Counter, kBuckets> buckets_{};
  PeakValue<Duration> max_;
};

}  // namespace idn
