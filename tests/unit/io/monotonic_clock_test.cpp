// SPDX-License-Identifier: MIT
#include "idn/io/monotonic_clock.hpp"

#include "support/catch.hpp"
#include "support/patience.hpp"

using namespace idn;
using namespace idn::io;
using namespace std::chrono_literals;

TEST_CASE("only hybrid waiting spins before the deadline, and within its limits", "[io]") {
  CHECK(MonotonicClock(WaitMode::Sleep).guard() == 0ns);
  CHECK(MonotonicClock(WaitMode::Spin).guard() == 0ns);
  const auto guard = MonotonicClock(WaitMode::Hybrid).guard();
  CHECK(guard > 0ns);
  CHECK(guard <= SpinGuard::kLongest);
}

TEST_CASE("no wait ends before its deadline", "[io]") {
  const auto mode = GENERATE(WaitMode::Sleep, WaitMode::Hybrid, WaitMode::Spin);
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
  const auto give_up = clock.now() + test::kPatience;
  bool is_on_time = false;
  while (!is_on_time && clock.now() < give_up) {  // a busy machine may spoil some
    const auto guard = clock.guard();
    const auto deadline = clock.now() + 1ms;
    clock.wait_until(deadline);
    is_on_time = clock.now() < deadline + guard;
  }
  CHECK(is_on_time);
}
#endif
