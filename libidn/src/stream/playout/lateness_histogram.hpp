// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "idn/time.hpp"

namespace idn::stream {

/// Counts of lateness from 0 to a second in buckets of 1 us below 32 us, and of a 32nd of an octave beyond it:
/// a bucket is at most 3.2 % wide.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class LatenessHistogram {
 public:
  static constexpr std::size_t kPerOctave = 32;             ///< buckets
  static constexpr std::size_t kBuckets = 16 * kPerOctave;  ///< up to 2^20 us
  /// Where the last bucket ends; what is longer counts in it.
  static constexpr Duration kLongest = std::chrono::microseconds(1 << 20);

  /// The bucket of this lateness; a negative one (early) counts as 0.
  static constexpr std::size_t bucket_of(Duration lateness) noexcept {
    const Duration inside = std::clamp(lateness, Duration{0}, kLongest - Duration{1});
    const auto us = static_cast<std::uint64_t>(inside.count() / 1000);
    if (us < kPerOctave) return static_cast<std::size_t>(us);
    const auto octave = static_cast<std::size_t>(std::bit_width(us)) - 6;
    return kPerOctave * octave + static_cast<std::size_t>(us >> octave);
  }
  /// Lower bound of the bucket, in nanoseconds; for kBuckets: upper bound of the last one.
  static constexpr double begin_of(std::size_t bucket) noexcept {
    if (bucket < kPerOctave) return 1e3 * static_cast<double>(bucket);
    const std::size_t octave = bucket / kPerOctave - 1;
    return 1e3 * static_cast<double>((bucket - kPerOctave * octave) << octave);
  }

  /// Counts one value.
  constexpr void add(std::size_t bucket) noexcept {
    ++counts_[bucket];
    ++total_;
  }
  /// Adds the counts of `other`.
  constexpr void add(const LatenessHistogram& other) noexcept {
    for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
    total_ += other.total_;
  }
  /// Subtracts the counts of `other`; no count falls below 0.
  constexpr void subtract(const LatenessHistogram& other) noexcept {
    total_ = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      counts_[i] -= (std::min)(counts_[i], other.counts_[i]);
      total_ += counts_[i];
    }
  }
  /// Halves all counts, so that older values weigh less than new ones.
  constexpr void halve() noexcept {
    total_ = 0;
    for (auto& count : counts_) total_ += count /= 2;
  }

  /// Count of one bucket.
  constexpr std::uint32_t operator[](std::size_t bucket) const noexcept { return counts_[bucket]; }
  /// Sum of all counts.
  constexpr std::uint32_t total() const noexcept { return total_; }
  /// Sum of the counts from this bucket on.
  constexpr std::uint32_t from(std::size_t bucket) const noexcept {
    std::uint32_t sum = 0;
    for (std::size_t i = bucket; i < kBuckets; ++i) sum += counts_[i];
    return sum;
  }

 private:
  std::array<std::uint32_t, kBuckets> counts_{};
  std::uint32_t total_ = 0;
};

}  // namespace idn::stream
