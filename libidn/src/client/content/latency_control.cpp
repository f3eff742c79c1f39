// SPDX-License-Identifier: MIT
#include "client/content/latency_control.hpp"

#include <utility>

namespace idn::client {

void LatencyControl::restart() noexcept {
  has_begun_ = false;
  missing_ = {};
}

void LatencyControl::on_missing(TimePoint due) noexcept {
  if (!has_begun_) return;
  if (missing_.datagrams++ == 0) missing_.first = due;
  missing_.last = due;
}

void LatencyControl::on_complete(TimePoint supplied, TimePoint due, bool is_dark) noexcept {
  if (missing_.datagrams > 0 && supplied - missing_.first > kPause) restart();
  if (missing_.datagrams > 0) report_missing(supplied, due);
  note_delay(due - supplied, due);
  const Duration delay = std::min(due - supplied, governor_.level() - grain_);
  governor_.on_datagram(grain_ + reference_delay() - delay, due);
  if (is_dark) governor_.on_dark();
  level_ns_.store(governor_.level().count(), std::memory_order_relaxed);
}

/// Reports for each incomplete datagram how long the queue should have been for it to be complete.
void LatencyControl::report_missing(TimePoint supplied, TimePoint due) noexcept {
  const Missing missing = std::exchange(missing_, {});
  const Duration ahead = grain_ + reference_delay();
  for (int i = 0; i < missing.datagrams; ++i)
    governor_.on_datagram(ahead + std::max(supplied - missing.due(i), Duration{0}), due);
}

void LatencyControl::note_delay(Duration delay, TimePoint due) noexcept {
  const bool begins = !std::exchange(has_begun_, true);
  if (begins || due - period_began_ >= kRecent) {
    previous_longest_delay_ = begins ? delay : longest_delay_;
    longest_delay_ = delay;
    period_began_ = due;
  }
  longest_delay_ = std::max(longest_delay_, delay);
}

}  // namespace idn::client
