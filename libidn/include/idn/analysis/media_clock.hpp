// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "idn/analysis/micros.hpp"

namespace idn::analysis {

/// Compares when datagrams arrive with the media time they carry.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class MediaClock {
 public:
  /// A media time further than this from the first one is ignored. Keeps hostile timestamps from overflowing
  /// nanoseconds.
  static constexpr std::chrono::microseconds kLongestSpan = std::chrono::hours(24 * 365 * 100);

  /// @param arrival since any epoch; all arrivals lie within 2^62 ns of each other
  /// @param media   unwrapped timestamp, |media| at most 2^62 us
  void add(Duration arrival, std::chrono::microseconds media) noexcept;

  /// J_ALT: half of (max - min) of (arrival - media time). An ideal clock that follows the stream is never
  /// further off than this.
  Micros long_term_jitter() const noexcept;

  /// The largest (arrival since the first) - (media since the first): the shortest initial delay with which no
  /// datagram would have been late. Never negative.
  Micros start_delay() const noexcept;

 private:
  struct Reading {
    Duration arrival;
    std::chrono::microseconds media;
  };

  std::optional<Reading> first_;
  Duration earliest_{};  ///< smallest and largest lateness against the first reading
  Duration latest_{};
};

}  // namespace idn::analysis
