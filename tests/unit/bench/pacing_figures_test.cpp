// SPDX-License-Identifier: MIT
#include "bench/pacing/figures.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::bench;
using namespace std::chrono_literals;
using analysis::SampleDatagram;

namespace {

/// Datagrams with a display time of 1 ms that arrive at these times.
std::vector<SampleDatagram> arriving_at(const std::vector<Duration>& times) {
  std::vector<SampleDatagram> datagrams;
  for (const Duration time : times)
    datagrams.push_back({.arrival = time,
                         .media = 1000us * static_cast<int>(datagrams.size()),
                         .duration = 1000us,
                         .samples = 100});
  return datagrams;
}

}  // namespace

TEST_CASE("figures are about the offsets' distance from the display time", "[bench]") {
  // Offsets 1000, 1004, 1010, 786 us.
  const auto figures = measure(arriving_at({0us, 1000us, 2004us, 3014us, 3800us}));
  REQUIRE(figures);
  CHECK(figures->datagrams == 5);
  CHECK(figures->expected == 1000us);
  CHECK(figures->average == 950us);
  CHECK(figures->peak == 214us);
  CHECK(figures->within_10us == 0.75);
  CHECK(figures->on_target == 0.75);  // 786 us is 214 us early
}

TEST_CASE("a single datagram has no figures", "[bench]") {
  CHECK_FALSE(measure(arriving_at({0us})).has_value());
  CHECK_FALSE(measure({}).has_value());
}

TEST_CASE("what is measured begins with the first moment and ends before the last", "[bench]") {
  const auto datagrams = arriving_at({1ms, 2ms, 3ms, 4ms});
  const auto chosen = between(datagrams, 2ms, 4ms);
  REQUIRE(chosen.size() == 2);
  CHECK(chosen.front().arrival == 2ms);
  CHECK(chosen.back().arrival == 3ms);
  CHECK(between(datagrams, 5ms, 9ms).empty());
  CHECK(between(datagrams, 4ms, 2ms).empty());
}
