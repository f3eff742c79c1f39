// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

#include "idn/export.hpp"
#include "idn/time.hpp"

namespace idn::analysis {

/// How often each packet offset occurred, in buckets of 100 us named by their lower edge: 900 us holds
/// [900, 1000) us. Memory grows with the number of different buckets only and is bounded: the first and the
/// last bucket, at -1 s and 1 s, hold everything beyond.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT OffsetHistogram {
 public:
  /// Lower edge of a bucket.
  using Edge = std::chrono::microseconds;
  /// How many offsets are in each bucket that is not empty.
  using Buckets = std::map<Edge, std::uint64_t>;

  static constexpr Edge kBucketWidth{100};  ///< of every bucket
  /// Offsets beyond it, or below -kLimit, are in the outermost buckets.
  static constexpr Edge kLimit{1'000'000};

  /// The lower edge of the bucket that holds `offset`.
  static Edge bucket_of(Duration offset) noexcept;

  /// Allocates when `offset` falls into a bucket that was empty.
  void add(Duration offset);
  /// Adds all offsets of another histogram, for example of another run.
  void add(const OffsetHistogram& other);

  /// Number of offsets in all buckets.
  std::uint64_t total() const noexcept { return total_; }
  /// Offsets of the bucket with that lower edge.
  std::uint64_t count_at(Edge lower_edge) const;
  /// Offsets in the buckets from `lower_edge` upwards.
  std::uint64_t count_from(Edge lower_edge) const;
  /// Ascending; without empty buckets.
  const Buckets& buckets() const noexcept { return buckets_; }

 private:
  /// Cache: the bucket of the last offset, into which most of the next ones fall. It is not copied, since it
  /// points into the buckets of the original.
  struct LastBucket {
    Duration begin{};
    Duration end{};
    std::uint64_t* count = nullptr;

    LastBucket() = default;
    LastBucket(const LastBucket&) noexcept {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): an empty cache is right then too
    LastBucket& operator=(const LastBucket&) noexcept {
      begin = end = {};
      count = nullptr;
      return *this;
    }
  };

  Buckets buckets_;
  LastBucket last_;
  std::uint64_t total_ = 0;
};

/// The two neighbouring buckets in which an offset is on target, by their lower edges.
struct TargetWindow {
  OffsetHistogram::Edge lower;  ///< of the lower one
  OffsetHistogram::Edge upper;  ///< of the upper one
};

/// The bucket that holds `expected` and its nearer neighbour: 900 and 1000 for 1000 us, 5500 and 5600 for
/// 5567 us. Half-way between two edges the upper neighbour is taken.
IDN_EXPORT TargetWindow target_window(Micros expected) noexcept;

/// `count` events that occurred within `measured`, scaled to 60 s to make runs of different length comparable;
/// 0 when nothing was measured.
constexpr double normalised(std::uint64_t count, Duration measured) noexcept {
  constexpr Duration kMinute = std::chrono::seconds(60);
  if (measured <= Duration::zero()) return 0;
  return static_cast<double>(count) * static_cast<double>(kMinute.count()) /
         static_cast<double>(measured.count());
}

}  // namespace idn::analysis
