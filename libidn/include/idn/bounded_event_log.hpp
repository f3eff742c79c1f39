// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace idn {

/// Counts everything, keeps the first: memory is bounded however much goes wrong.
/// Threads: one owner. Real-time: no (heap, for those that it keeps).
template <class Event>
class BoundedEventLog {
 public:
  static constexpr std::size_t kKept = 100;  ///< How many are kept; the others are only counted.

  /// Counts it, and keeps it if it is one of the first.
  void add(const Event& event) {
    ++count_;
    if (first_.size() < kKept) first_.push_back(event);
  }

  /// Counts those of another one, whose first are not kept.
  void add_count(const BoundedEventLog& other) noexcept { count_ += other.count_; }

  /// Of all, kept or not.
  std::uint64_t count() const noexcept { return count_; }
  /// The first kKept, in their order.
  const std::vector<Event>& first() const noexcept { return first_; }

 private:
  std::uint64_t count_ = 0;
  std::vector<Event> first_;
};

}  // namespace idn
