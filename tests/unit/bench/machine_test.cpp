// SPDX-License-Identifier: MIT
#include <unistd.h>

#include "bench/machine/noise.hpp"
#include "bench/machine/processor_time.hpp"
#include "cli/machine_time.hpp"
#include "e2e/process.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::bench;
using namespace std::chrono_literals;

TEST_CASE("a gap counts for every limit that it exceeds", "[bench]") {
  CoreNoise noise;
  for (const Duration gap : {Duration(10us), Duration(11us), Duration(60us), Duration(5ms)}) noise.add_gap(gap);
  CHECK(noise.gaps_over == std::array<std::uint64_t, 4>{3, 2, 1, 1});
  CHECK(noise.longest == 5ms);
  CHECK(noise.lost == 5ms + 71us);
}

TEST_CASE("steal time is the eighth number of the first line", "[bench]") {
  // From a virtual machine; the last two numbers are included in the first two.
  const auto time = cli::parse_machine_time("cpu  2255 34 2290 22625563 6290 127 456 17 24 1\ncpu0 1 2 3\n");
  REQUIRE(time);
  CHECK(time->steal == 17);
  CHECK(time->total == 2255 + 34 + 2290 + 22625563 + 6290 + 127 + 456 + 17);
}

TEST_CASE("other lines tell no machine time", "[bench]") {
  for (const char* line : {"", "cpu", "cpu 1 2 3 4 5 6 7", "cpu0 1 2 3 4 5 6 7 8", "cpu 1 2 3 4 5 6 7 x"}) {
    CAPTURE(line);
    CHECK_FALSE(cli::parse_machine_time(line).has_value());
  }
}

TEST_CASE("steal is a share of all processors' time", "[bench]") {
  CHECK(cli::steal_percent({1000, 10}, {1400, 20}) == 2.5);
  CHECK(cli::steal_percent({1400, 20}, {1000, 10}) == 0);
  CHECK(cli::steal_percent({1000, 10}, {1000, 10}) == 0);
}

TEST_CASE("the use of processor time is that between two looks", "[bench]") {
  const auto use = use_between({{1, 5ms}, {2, 1ms}, {3, 9ms}}, {{1, 6ms}, {2, 4ms}, {4, 2ms}});
  CHECK(use.busiest == 3ms);
  CHECK(use.all == 6ms);
}

TEST_CASE("the kernel tells how long the threads of a process have run", "[bench]") {
  // The kernel updates the time of a thread when it goes to sleep, or at the next scheduler tick.
  CHECK(test::eventually([] {
    const auto times = thread_times(getpid());
    return times.contains(getpid()) && times.at(getpid()) > 0ns;
  }));
  CHECK(thread_times(-1).empty());
}
