// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "idn/io/send/clock.hpp"

namespace idn::test {

/// A clock that advances only by its calls: wait_until() to the time that `wake_up` returns for the deadline,
/// when a sleeping thread would really run again. Default: exactly the deadline.
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
