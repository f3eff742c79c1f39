// SPDX-License-Identifier: MIT
#include "idn/io/send/clock.hpp"

#include <set>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::io;
using namespace std::chrono_literals;

TEST_CASE("no way to sleep ends before its deadline", "[io]") {
  for (const SleepMethod method : sleep_methods()) {
    SleepClock clock(method);
    CAPTURE(to_string(method));
    for (const Duration wait : {Duration(-1ms), Duration(0ns), Duration(50ns), Duration(20us), Duration(2ms)}) {
      const auto deadline = clock.now() + wait;
      clock.wait_until(deadline);
      CHECK(clock.now() >= deadline);
    }
  }
}

TEST_CASE("every system has a plain sleep, and its ways to sleep have names of their own", "[io]") {
  const auto methods = sleep_methods();
  CHECK(methods.back() == SleepMethod::RelativeTime);
  std::set<std::string_view> names;
  for (const SleepMethod method : methods) names.insert(to_string(method));
  CHECK(names.size() == methods.size());
}
