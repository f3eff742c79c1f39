// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/counter.hpp"
#include "idn/duration_histogram.hpp"
#include "idn/time.hpp"

namespace idn::sender {

/// How long after a trigger every stream has sent a datagram that obeys it: by their counters, which somebody
/// looks at from time to time. One trigger at a time; others meanwhile are not measured. Threads: one, but for
/// times().
class ResponseMeter {
 public:
  static constexpr Duration kLook{std::chrono::microseconds(100)};  ///< between two looks
  static constexpr Duration kPatience{std::chrono::seconds(1)};     ///< after which it is not waited for

  /// @param sent datagrams of each stream; outlive this
  explicit ResponseMeter(std::vector<const Counter*> sent) : sent_(std::move(sent)), before_(sent_.size()) {}

  /// A trigger that came `at` has been obeyed. @return false where it is not measured
  bool begin(TimePoint at);
  void look(TimePoint now);
  /// kNever where no trigger is measured.
  TimePoint next_look() const noexcept { return next_look_; }

  /// Threads: any.
  const DurationHistogram& times() const noexcept { return times_; }

 private:
  bool all_have_sent() const noexcept;

  std::vector<const Counter*> sent_;
  std::vector<std::uint64_t> before_;  ///< when the trigger was obeyed
  TimePoint at_{};
  TimePoint next_look_ = kNever;
  DurationHistogram times_;
};

}  // namespace idn::sender
