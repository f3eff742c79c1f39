// SPDX-License-Identifier: MIT
#include "bench/stall/bursts.hpp"
#include "bench/stall/receivers.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::bench;
using namespace std::chrono_literals;
using analysis::SampleDatagram;

namespace {

/// 300 datagrams of 1 ms; those that were due while the sender was stopped arrive at once when it continues.
std::vector<SampleDatagram> caught_up(Duration stall) {
  const Duration continued = 100ms + stall;
  std::vector<SampleDatagram> datagrams;
  for (int i = 0; i < 300; ++i) {
    const Duration due = i * 1ms;
    const bool is_held = due >= 100ms && due < continued;
    datagrams.push_back({.arrival = is_held ? continued : due, .media = i * 1000us, .duration = 1000us});
  }
  return datagrams;
}

}  // namespace

TEST_CASE("an even stream has bursts of one datagram", "[bench]") {
  const auto found = trace(caught_up(0ms));
  CHECK(found.largest_burst == 1);
  CHECK(found.longest_gap == 1ms);
  CHECK(found.datagrams == 300);
}

TEST_CASE("what a sender makes up for at once is one burst", "[bench]") {
  // Due at 100, 101 .. 119 ms, and the one of 120 ms itself.
  const auto found = trace(caught_up(20ms));
  CHECK(found.largest_burst == 21);
  CHECK(found.longest_gap == 21ms);
}

TEST_CASE("offsets of half the display time are no burst", "[bench]") {
  std::vector<SampleDatagram> datagrams;
  for (int i = 0; i < 4; ++i) datagrams.push_back({.arrival = i * 500us, .duration = 1000us});
  CHECK(trace(datagrams).largest_burst == 1);
  datagrams[3].arrival -= 1us;
  CHECK(trace(datagrams).largest_burst == 2);
}

TEST_CASE("two bursts are not one", "[bench]") {
  std::vector<SampleDatagram> datagrams;
  for (const Duration arrival : {0us, 10us, 20us, 1000us, 2000us, 2010us})
    datagrams.push_back({.arrival = arrival, .duration = 1000us});
  CHECK(trace(datagrams).largest_burst == 3);
}

TEST_CASE("nothing has no burst", "[bench]") {
  CHECK(trace({}).largest_burst == 0);
}

TEST_CASE("a receiver is dark for what of a stall its buffer does not cover", "[bench]") {
  const std::vector<Duration> buffers{5ms, 20ms, 40ms};
  const auto outcomes = play(caught_up(20ms), buffers);
  REQUIRE(outcomes.size() == 3);
  CHECK(outcomes[0].buffer == 5ms);
  CHECK(outcomes[0].dark > 0ms);
  CHECK(outcomes[1].dark == 0ms);
  CHECK(outcomes[2].dark == 0ms);
}

TEST_CASE("a receiver drops what a burst brings beyond its capacity", "[bench]") {
  // The media time of 30 ms arrives at once, 25 ms early.
  std::vector<SampleDatagram> datagrams;
  for (int i = 0; i < 300; ++i) {
    const bool is_early = i > 100 && i < 130;
    datagrams.push_back({.arrival = is_early ? 100ms : i * 1ms, .media = i * 1000us, .duration = 1000us});
  }
  const std::vector<Duration> buffers{5ms, 40ms};
  const auto outcomes = play(datagrams, buffers);
  CHECK(outcomes[0].overruns > 0);
  CHECK(outcomes[0].dropped > 0ms);
  CHECK(outcomes[1].overruns == 0);
}
