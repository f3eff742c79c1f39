// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>

#include "stream/playout/latency_governor.hpp"

namespace idn::client {

/// Controls the length ("level") of the queue between producer and socket: just so long that no more than a
/// given share of datagrams is incomplete when due.
///
/// The lateness of the producer is measured by the queueing delay of its samples. The reference is the longest
/// delay of the recent past; it is capped at the level, since after a decrease of the level no sample can be
/// queued for longer. Samples with a shorter delay were late by the difference; samples that came after the
/// departure time of their datagram were late by the reference plus the time since then. Pauses of the producer
/// longer than kPause do not count. Pure.
/// Real-time: all. Threads: one, except level().
class LatencyControl {
 public:
  static constexpr Duration kPause = std::chrono::milliseconds(500);
  static constexpr Duration kRecent = std::chrono::seconds(5);  ///< period of the longest queueing delay

  /// @param probability accepted share of underruns
  /// @param start first value of the level
  /// @param grain lower limit of the level: what is always queued, since samples leave datagram by datagram
  /// @param longest upper limit of the level
  LatencyControl(double probability, Duration start, Duration grain, Duration longest) noexcept
      : grain_(grain),
        governor_({.underrun_probability = probability, .start = start, .shortest = grain, .longest = longest}),
        level_ns_(governor_.level().count()) {}

  /// The datagram that is due at `due` is complete; its last sample was supplied at `supplied`.
  void on_complete(TimePoint supplied, TimePoint due, bool is_dark) noexcept;
  /// The datagram that is due at `due` is incomplete: an underrun.
  void on_missing(TimePoint due) noexcept;
  /// The producer has stopped, or was replaced by another one.
  void restart() noexcept;

  /// Threads: any.
  Duration level() const noexcept { return Duration(level_ns_.load(std::memory_order_relaxed)); }
  /// The quantile of the lateness, from which the level follows.
  const stream::LatenessQuantile& tail() const noexcept { return governor_.tail(); }

 private:
  /// Datagrams in a row that were incomplete.
  struct Missing {
    int datagrams = 0;
    TimePoint first{}, last{};  ///< when the first and the last of them were due

    TimePoint due(int index) const noexcept {
      return datagrams > 1 ? first + (last - first) / (datagrams - 1) * index : first;
    }
  };

  Duration reference_delay() const noexcept {
    return std::min(std::max(longest_delay_, previous_longest_delay_), governor_.level() - grain_);
  }
  void report_missing(TimePoint supplied, TimePoint due) noexcept;
  void note_delay(Duration delay, TimePoint due) noexcept;

  Duration grain_;
  stream::LatencyGovernor governor_;
  std::atomic<Duration::rep> level_ns_;
  bool has_begun_ = false;
  Missing missing_{};
  Duration longest_delay_{0};           ///< longest queueing delay of this period
  Duration previous_longest_delay_{0};  ///< of the period before
  TimePoint period_began_{};
};

}  // namespace idn::client
