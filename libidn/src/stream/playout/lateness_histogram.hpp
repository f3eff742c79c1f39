// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "idn/statistics.hpp"

namespace idn::stream {

/// Counts of lateness from 0 to a second in buckets of 1 us below 32 us, and of a 32nd of an octave beyond it:
/// a bucket is at most 3.2 % wide.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class LatenessHistogram : public LogarithmicBuckets<5, 20> {
 public:
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
