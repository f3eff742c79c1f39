// SPDX-License-Identifier: MIT
#include "plugins/jack/input_ring.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"

using namespace idn;

TEST_CASE("jack: the process callback allocates nothing, whatever JACK has left out or brings again",
          "[jack]") {
  constexpr std::uint32_t kCount = 300;
  const std::vector<float> values(kCount, 0.5F);
  jack::Period period{.count = kCount, .arrival = {}, .dark = false, .levels = {}};
  period.levels.fill(values.data());
  jack::InputRing input(1'000, {30'000});
  const test::HeapCalls calls;
  for (const std::uint32_t frame : {0U, 400U, 400U, 700U, 1'000'000U}) {
    period.frame = frame;
    input.push_period(period);
  }
  input.restart();
  input.push_period(period);
  const std::size_t allocations = calls.count();
  CHECK(allocations == 0);
  CHECK(input.periods() == 6);
}
