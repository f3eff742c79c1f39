// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "idn/statistics.hpp"

namespace idn::client {

/// Measures the queueing delay of samples or frames, from the call that supplied them to the departure time of
/// their datagram: the producer stores time stamps ("marks") in a lock-free ring, the tick thread reads them.
/// Real-time: all but the constructor.
class WaitMeter {
 public:
  /// What is supplied within `resolution` after a mark shares that mark, so that single samples need none of
  /// their own: delays are exact to `resolution`, and never too short.
  explicit WaitMeter(Duration resolution) : resolution_(resolution), marks_(kMarks) {}

  /// All samples from this number on are supplied now. To be called before they can be taken. Threads: the
  /// producer.
  void mark(std::uint64_t number, TimePoint now) noexcept {
    const std::uint64_t written = written_.load(std::memory_order_relaxed);
    const bool is_full = written - read_.load(std::memory_order_acquire) == kMarks;
    if (is_full || (written > 0 && now - at(written - 1).at < resolution_)) return;
    at(written) = {number, now};
    written_.store(written + 1, std::memory_order_release);
  }

  /// `count` samples from this number on belong to the datagram that is due at `due`. Numbers only increase;
  /// samples that are skipped were dropped. Threads: the tick thread.
  /// @return when the last of them was supplied; no value if there are none
  std::optional<TimePoint> take(std::uint64_t number, std::uint64_t count, TimePoint due) noexcept {
    const std::uint64_t written = written_.load(std::memory_order_acquire);
    std::uint64_t read = read_.load(std::memory_order_relaxed);
    if (written == read || count == 0) return std::nullopt;
    for (const std::uint64_t end = number + count; number < end;) {
      while (read + 1 < written && at(read + 1).first <= number) ++read;
      const std::uint64_t upto = read + 1 < written ? std::min(end, at(read + 1).first) : end;
      waits_.add(due - at(read).at, upto - number);
      number = upto;
    }
    const TimePoint last = at(read).at;
    read_.store(read, std::memory_order_release);
    return last;
  }

  /// Threads: any.
  const DurationHistogram& waits() const noexcept { return waits_; }

 private:
  struct Mark {
    std::uint64_t first;
    TimePoint at;
  };
  static constexpr std::size_t kMarks = 2048;

  Mark& at(std::uint64_t index) noexcept { return marks_[static_cast<std::size_t>(index % kMarks)]; }

  Duration resolution_;
  std::vector<Mark> marks_;
  std::atomic<std::uint64_t> written_{0};
  std::atomic<std::uint64_t> read_{0};  ///< index of the mark of the last sample taken
  DurationHistogram waits_;
};

}  // namespace idn::client
