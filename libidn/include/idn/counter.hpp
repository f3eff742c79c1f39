// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

/// Numbers that one thread writes and any thread may read, without locks: counters, maxima and latest values.
/// Memory order is relaxed: each value is right, but several need not be of the same moment. Real-time: all.
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

}  // namespace idn
