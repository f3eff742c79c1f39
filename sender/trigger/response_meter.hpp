// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "idn/statistics.hpp"
#include "idn/time.hpp"

namespace idn::sender {

/// How many datagrams a stream has sent.
using SentDatagrams = std::function<std::uint64_t()>;

/// Measures the time from a trigger until every stream has sent a datagram to which it applies, by polling
/// their datagram counters. Measures one trigger at a time and ignores others meanwhile. Threads: one, except
/// times().
class ResponseMeter {
 public:
  static constexpr Duration kPollInterval{std::chrono::microseconds(100)};
  static constexpr Duration kTimeout{std::chrono::seconds(1)};  ///< after which nothing is measured

  /// @param sent of each stream; callable as long as this object
  explicit ResponseMeter(std::vector<SentDatagrams> sent) : sent_(std::move(sent)), before_(sent_.size()) {}

  /// Call after a trigger that arrived at `at` was applied. @return whether it is measured
  bool begin(TimePoint at);
  /// Polls the counters if next_poll() has come.
  void poll(TimePoint now);
  /// When to call poll() next; kNever while no trigger is measured.
  TimePoint next_poll() const noexcept { return next_poll_; }

  /// Threads: any.
  const DurationHistogram& times() const noexcept { return times_; }

 private:
  bool all_have_sent() const;

  std::vector<SentDatagrams> sent_;
  std::vector<std::uint64_t> before_;  ///< values of the counters when the trigger was applied
  TimePoint at_{};
  TimePoint next_poll_ = kNever;
  DurationHistogram times_;
};

}  // namespace idn::sender
