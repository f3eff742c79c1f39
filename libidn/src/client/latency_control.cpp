// SPDX-License-Identifier: MIT
#include "client/latency_control.hpp"

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

void LatencyControl::on_complete(TimePoint came, TimePoint due, bool is_dark) noexcept {
  if (missing_.datagrams > 0 && came - missing_.first > kPause) restart();
  if (missing_.datagrams > 0) learn_missing(came, due);
  note_promptness(due - came, due);
  const Duration waited = std::min(due - came, governor_.level() - grain_);
  governor_.on_datagram(grain_ + promptest() - waited, due);
  if (is_dark) governor_.on_dark();
  level_ns_.store(governor_.level().count(), std::memory_order_relaxed);
}

/// Reports for each incomplete datagram how long the queue should have been for it to be complete.
void LatencyControl::learn_missing(TimePoint came, TimePoint due) noexcept {
  const Missing missing = std::exchange(missing_, {});
  const Duration ahead = grain_ + promptest();
  for (int i = 0; i < missing.datagrams; ++i)
    governor_.on_datagram(ahead + std::max(came - missing.due(i), Duration{0}), due);
}

void LatencyControl::note_promptness(Duration waited, TimePoint due) noexcept {
  const bool begins = !std::exchange(has_begun_, true);
  if (begins || due - period_began_ >= kRecent) {
    promptest_before_ = begins ? waited : promptest_;
    promptest_ = waited;
    period_began_ = due;
  }
  promptest_ = std::max(promptest_, waited);
}

}  // namespace idn::client
