// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "idn/time.hpp"

/// Counters, event logs, percentiles and histograms. Numbers that one thread writes and any thread may read
/// need no locks; their memory order is relaxed: each value is right, but several need not be of the same
/// moment.
namespace idn {

/// A number of events, or a sum. Only grows.
/// Threads: one adds, any read. Real-time: yes (no heap, lock, log).
class Counter {
 public:
  /// Counts `amount`. Threads: the one that owns it.
  void add(std::uint64_t amount = 1) noexcept { count_.store(value() + amount, std::memory_order_relaxed); }
  /// The count now. Threads: any.
  std::uint64_t value() const noexcept { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> count_{0};
};

/// The latest state or measurement.
/// Threads: one sets, any read. Real-time: yes (no heap, lock, log).
template <class T>
class LatestValue {
 public:
  static_assert(std::atomic<T>::is_always_lock_free);

  /// Replaces the value. Threads: the one that owns it.
  void set(T value) noexcept { value_.store(value, std::memory_order_relaxed); }
  /// The value now. Threads: any.
  T value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<T> value_{};
};

/// The largest so far.
/// Threads: one observes, any read. Real-time: yes (no heap, lock, log).
template <class T>
class PeakValue {
 public:
  /// Keeps `candidate` if it is larger. Threads: the one that owns it.
  void observe(T candidate) noexcept {
    if (candidate > value()) latest_.set(candidate);
  }
  /// The largest so far. Threads: any.
  T value() const noexcept { return latest_.value(); }

 private:
  LatestValue<T> latest_;
};

/// Counts all events and stores the first kKept of them, so that memory is bounded.
/// Threads: one owner. Real-time: no (heap, for stored events).
template <class Event>
class BoundedEventLog {
 public:
  static constexpr std::size_t kKept = 100;  ///< How many are kept; the others are only counted.

  /// Counts `event`, and stores it if it is one of the first kKept.
  void add(const Event& event) {
    ++count_;
    if (first_.size() < kKept) first_.push_back(event);
  }

  /// Adds the count of `other`; its stored events are not copied.
  void add_count(const BoundedEventLog& other) noexcept { count_ += other.count_; }

  /// Number of all events, stored or not.
  std::uint64_t count() const noexcept { return count_; }
  /// The stored events, in the order of add().
  const std::vector<Event>& first() const noexcept { return first_; }

 private:
  std::uint64_t count_ = 0;
  std::vector<Event> first_;
};

/// Percentile by the nearest-rank method: the smallest of the values that at least `permille` thousandths of
/// them do not exceed.
/// @param values at least one; comes back in another order
template <class T>
T nearest_rank(std::vector<T>& values, std::size_t permille) {
  const std::size_t rank = std::max<std::size_t>((values.size() * permille + 999) / 1000, 1);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

/// Whether `values` are enough for a percentile: 10 / (1 - permille / 1000). Of fewer it would tell what single
/// values happened to be.
constexpr bool suffices_for_percentile(std::uint64_t values, std::uint64_t permille) noexcept {
  return permille < 1000 && values >= 10'000 / (1000 - permille) + (10'000 % (1000 - permille) != 0 ? 1 : 0);
}

/// nearest_rank(), or nothing where the values do not suffice for it.
template <class T>
std::optional<T> percentile(std::vector<T>& values, std::size_t permille) {
  if (!suffices_for_percentile(values.size(), permille)) return std::nullopt;
  return nearest_rank(values, permille);
}

/// Buckets of durations from 0 to 2^kLongest us: 1 us wide below 2^(kSteps + 1) us, then 2^kSteps of them per
/// doubling.
template <unsigned kSteps, unsigned kLongest>
struct LogarithmicBuckets {
  static constexpr std::size_t kBuckets = (kLongest - kSteps + 1) << kSteps;  ///< how many there are

  /// A negative duration is in the first one, one that is too long in the last one. That is: doublings beyond
  /// 2^(kSteps + 1) us, times 2^kSteps, plus the leading kSteps + 1 bits of the microseconds.
  static constexpr std::size_t bucket_of(Duration duration) noexcept {
    const auto us =
        static_cast<std::uint64_t>((std::max)(duration, Duration{0}) / std::chrono::microseconds(1));
    const auto width = static_cast<unsigned>(std::bit_width(us));
    const unsigned shift = width > kSteps + 1 ? width - kSteps - 1 : 0;
    return (std::min)((std::size_t{shift} << kSteps) + static_cast<std::size_t>(us >> shift), kBuckets - 1);
  }
  /// Lower bound; that of kBuckets is the upper bound of the last one.
  static constexpr Duration begin_of(std::size_t bucket) noexcept {
    const std::size_t doubling = bucket >> kSteps, shift = doubling > 0 ? doubling - 1 : 0;
    return std::chrono::microseconds((bucket - (shift << kSteps)) << shift);
  }
};

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
