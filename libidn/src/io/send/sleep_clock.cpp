// SPDX-License-Identifier: MIT
#include "idn/io/send/clock.hpp"

#include "idn/io/now.hpp"
#include "io/platform/sleeper.hpp"

namespace idn::io {

std::string_view to_string(SleepMethod method) noexcept {
  switch (method) {
    case SleepMethod::AbsoluteTime:
      return "absolute sleep";
    case SleepMethod::HighResolutionTimer:
      return "high-resolution timer";
    case SleepMethod::RaisedTimer:
      return "timer raised to 1 ms";
    case SleepMethod::RelativeTime:
      return "relative sleep";
  }
  return "unknown";
}

std::vector<SleepMethod> sleep_methods() {
  return platform::sleep_methods();
}

SleepClock::SleepClock(SleepMethod method) : sleeper_(std::make_unique<platform::Sleeper>(method)) {}
SleepClock::~SleepClock() = default;

TimePoint SleepClock::now() noexcept {
  return monotonic_now();
}

/// A method that works in coarser steps than nanoseconds may come back a little early.
void SleepClock::wait_until(TimePoint deadline) noexcept {
  while (now() < deadline) sleeper_->sleep_until(deadline);
}

}  // namespace idn::io
