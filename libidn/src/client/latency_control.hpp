// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>

#include "idn/stream/latency_governor.hpp"

namespace idn::client {

/// Chooses how much may wait ahead of the wire, of what a producer brings: so much that no more than a given
/// share of datagrams is incomplete when due.
///
/// How late a producer is follows from how long its samples wait. The promptest of the recent past wait
/// longest; those that wait less came later by the difference, and those that come when their datagram has
/// left, by what the promptest wait and that on top. More than the level cannot wait any longer when the level
/// has shrunk, so it counts as that. A producer that pauses for longer than kPause is not late. Pure.
/// Real-time: all. Threads: one, but for level().
class LatencyControl {
 public:
  static constexpr Duration kPause = std::chrono::milliseconds(500);
  static constexpr Duration kRecent = std::chrono::seconds(5);  ///< in which the promptest is looked for

  /// @param probability of underruns
  /// @param grain what waits in any case, since datagrams leave one by one: the level is never less
  LatencyControl(double probability, Duration start, Duration grain, Duration longest) noexcept
      : grain_(grain),
        governor_({.underrun_probability = probability, .start = start, .shortest = grain, .longest = longest}),
        level_ns_(governor_.level().count()) {}

  /// All samples of the datagram that is due then were there, the last one since `came`.
  void on_complete(TimePoint came, TimePoint due, bool is_dark) noexcept;
  /// Of the datagram that is due then samples were not there.
  void on_missing(TimePoint due) noexcept;
  /// Nobody brings anything, or somebody else does from now on.
  void restart() noexcept;

  /// Threads: any.
  Duration level() const noexcept { return Duration(level_ns_.load(std::memory_order_relaxed)); }
  /// What the level is drawn from.
  const stream::LatenessQuantile& tail() const noexcept { return governor_.tail(); }

 private:
  /// Datagrams in a row that were incomplete.
  struct Missing {
    int datagrams = 0;
    TimePoint first{}, last{};  ///< due

    TimePoint due(int index) const noexcept {
      return datagrams > 1 ? first + (last - first) / (datagrams - 1) * index : first;
    }
  };

  Duration promptest() const noexcept {
    return std::min(std::max(promptest_, promptest_before_), governor_.level() - grain_);
  }
  void learn_missing(TimePoint came, TimePoint due) noexcept;
  void note_promptness(Duration waited, TimePoint due) noexcept;

  Duration grain_;
  stream::LatencyGovernor governor_;
  std::atomic<Duration::rep> level_ns_;
  bool has_begun_ = false;
  Missing missing_{};
  Duration promptest_{0};         ///< longest wait of this period
  Duration promptest_before_{0};  ///< of the period before
  TimePoint period_began_{};
};

}  // namespace idn::client
