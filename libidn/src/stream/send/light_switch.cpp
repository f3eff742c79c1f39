// SPDX-License-Identifier: MIT
#include "stream/send/light_switch.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {

LightSwitch::LightSwitch(Duration hold, Duration longest_step) noexcept
    : hold_(hold), longest_step_(longest_step), hold_ns_(hold.count()) {}

/// The call first: who sees a shorter hold time must not count it from the call before.
void LightSwitch::keep(Duration duration, TimePoint now) noexcept {
  last_call_ns_.store(now.time_since_epoch().count(), std::memory_order_release);
  hold_ns_.store(duration.count(), std::memory_order_release);
}

bool LightSwitch::is_silent(TimePoint now) const noexcept {
  const std::int64_t hold = hold_ns_.load(std::memory_order_acquire);
  return now.time_since_epoch().count() - last_call_ns_.load(std::memory_order_acquire) > hold;
}

bool LightSwitch::is_hold_over(TimePoint due, Duration ahead, bool has_content) noexcept {
  const Duration hold{hold_ns_.load(std::memory_order_acquire)};
  const std::int64_t last_call = last_call_ns_.load(std::memory_order_acquire);
  if (std::exchange(last_call_seen_, last_call) != last_call) silence_ = Duration{0};
  // What is late may have been due before the last call; it adds nothing.
  const TimePoint since = std::max(due_, TimePoint(Duration(last_call)));
  silence_ += std::clamp(due - since, Duration{0}, longest_step_);
  due_ = due;
  const bool was_over = std::exchange(is_over_, has_content && silence_ > hold - ahead && !plays_out());
  if (is_over_ && !was_over) holds_expired_.add();
  return is_over_;
}

}  // namespace idn::stream
