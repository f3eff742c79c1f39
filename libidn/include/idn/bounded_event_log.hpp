// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace idn {

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

}  // namespace idn
