// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "idn/io/clock.hpp"

namespace idn::test {

/// A clock that moves only when somebody waits, and then as far as `wake_up` says: the time at which a sleeper
/// with this deadline really gets the processor back.
class FakeClock final : public io::Clock {
 public:
  using WakeUp = std::function<TimePoint(TimePoint deadline)>;

  explicit FakeClock(WakeUp wake_up = [](TimePoint deadline) { return deadline; })
      : wake_up_(std::move(wake_up)) {}

  TimePoint now() noexcept override { return now_; }
  void wait_until(TimePoint deadline) noexcept override {
    if (deadline > now_) now_ = std::max(deadline, wake_up_(deadline));
  }
  void advance(Duration by) noexcept { now_ += by; }

 private:
  WakeUp wake_up_;
  TimePoint now_{std::chrono::seconds(1000)};
};

}  // namespace idn::test
