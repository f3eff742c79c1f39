// SPDX-License-Identifier: MIT
#include "idn/io/send/clock.hpp"

#include <limits>

#include "support/catch.hpp"
#include "support/test_timeout.hpp"

using namespace idn;
using namespace idn::io;
using namespace std::chrono_literals;

TEST_CASE("hybrid and auto spin before the deadline, within their limits", "[io]") {
  CHECK(MonotonicClock(WaitMode::Sleep).guard() == 0ns);
  CHECK(MonotonicClock(WaitMode::Spin).guard() == 0ns);
  const auto guard = MonotonicClock(WaitMode::Hybrid).guard();
  CHECK(guard > 0ns);
  CHECK(guard <= SpinGuard::kLongest);
  CHECK(MonotonicClock(WaitMode::Auto).guard() == 125us);
  CHECK(MonotonicClock(WaitMode::Auto, SpinHint::Pause, 0.05).guard() == 50us);
  CHECK(MonotonicClock(WaitMode::Auto, SpinHint::Pause, 0.0).guard() == 10us);
  CHECK(MonotonicClock(WaitMode::Auto, SpinHint::Pause, std::numeric_limits<double>::quiet_NaN()).guard() ==
        10us);
}

TEST_CASE("no wait ends before its deadline", "[io]") {
  const auto mode = GENERATE(WaitMode::Sleep, WaitMode::Hybrid, WaitMode::Spin, WaitMode::Auto);
  MonotonicClock clock(mode);
  for (const Duration wait : {Duration(0ns), Duration(20us), Duration(2ms)}) {
    const auto deadline = clock.now() + wait;
    clock.wait_until(deadline);
    CHECK(clock.now() >= deadline);
  }
}

#ifndef _WIN32  // whose sleeps may all be longer than any guard
TEST_CASE("a hybrid wait sleeps until its guard before the deadline, not behind it", "[io]") {
  MonotonicClock clock(WaitMode::Hybrid);
  const auto give_up = clock.now() + test::kTestTimeout;
  bool is_on_time = false;
  while (!is_on_time && clock.now() < give_up) {  // on a busy machine some wake-ups are late
    const auto guard = clock.guard();
    const auto deadline = clock.now() + 1ms;
    clock.wait_until(deadline);
    is_on_time = clock.now() < deadline + guard;
  }
  CHECK(is_on_time);
}
#endif
