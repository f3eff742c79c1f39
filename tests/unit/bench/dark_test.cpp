// SPDX-License-Identifier: MIT
#include "bench/dark/figures.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::bench;
using namespace std::chrono_literals;
using stream::EndReason;

namespace {

constexpr Duration kTick = 1ms;

/// A datagram per millisecond from -10 ms on, lit until `lit`, then dark; each is shown 40 ms after its
/// arrival.
SeenLight seen_until(Duration lit) {
  SeenLight seen;
  for (Duration at = -10ms; at < 20ms; at += kTick)
    seen.datagrams.push_back({.arrival = at, .is_lit = at <= lit, .lit_until = at + 41ms});
  return seen;
}

const EndMethod& method_named(const std::string& name) {
  return *std::ranges::find(end_methods(), name, &EndMethod::name);
}

DarkFigures figures_of_one(const DarkRound& round, const std::vector<Stall>& stalls) {
  return figures_of(method_named("stop"), std::span(&round, 1), stalls, kTick);
}

}  // namespace

TEST_CASE("last light and first darkness are those of the datagrams", "[bench]") {
  const SeenLight seen = seen_until(2ms);
  CHECK(seen.last_lit() == Duration(2ms));
  CHECK(seen.first_dark() == Duration(3ms));
  CHECK(seen_until(-20ms).last_lit() == std::nullopt);
  CHECK(seen_until(-20ms).first_dark() == std::nullopt);
  CHECK(seen_until(30ms).first_dark() == std::nullopt);
}

TEST_CASE("an output shows what it holds after a close, and nothing after an abort", "[bench]") {
  SeenLight seen = seen_until(2ms);
  CHECK(seen.last_shown() == Duration(43ms));
  seen.ends = {{.at = 5ms, .reason = EndReason::Closed}};
  CHECK(seen.last_shown() == Duration(43ms));
  seen.ends = {{.at = 5ms, .reason = EndReason::Aborted}};
  CHECK(seen.last_shown() == Duration(5ms));
  seen.ends = {{.at = 1002ms, .reason = EndReason::LinkTimeout}};
  CHECK(seen.last_shown() == Duration(43ms));
}

TEST_CASE("ticks are nearest ranks of all rounds", "[bench]") {
  std::vector<double> values;
  for (int i = 200; i > 0; --i) values.push_back(i);
  const auto ticks = ticks_of(values);
  REQUIRE(ticks);
  CHECK(ticks->p50 == 100);
  CHECK(ticks->p99 == 198);
  CHECK(ticks->worst == 200);
  CHECK_FALSE(ticks_of({}));
}

TEST_CASE("a late round is explained by stalls that last for what is too much", "[bench]") {
  const DarkRound round{.called = 0ms, .seen = seen_until(4ms)};  // dark at 5 ms, 3 ms too late
  CHECK(figures_of_one({.called = 3ms, .seen = seen_until(4ms)}, {}).late == 0);
  CHECK(figures_of_one(round, {}).late == 1);
  CHECK(figures_of_one(round, {}).late_at_stall == 0);
  CHECK(figures_of_one(round, {{.begin = 1ms, .end = 4ms}}).late_at_stall == 1);
  CHECK(figures_of_one(round, {{.begin = 1ms, .end = 3ms}, {.begin = 2ms, .end = 4ms}}).late_at_stall == 1);
  CHECK(figures_of_one(round, {{.begin = 1ms, .end = 3900us}}).late_at_stall == 0);
  CHECK(figures_of_one(round, {{.begin = -9ms, .end = 0ms}}).late_at_stall == 0);
  CHECK(figures_of_one(round, {{.begin = 6ms, .end = 90ms}}).late_at_stall == 0);
}

TEST_CASE("a caller that did not run explains a late round, where its call waits for nothing", "[bench]") {
  const DarkRound round{.called = 0ms, .returned = 3ms, .seen = seen_until(4ms)};
  CHECK(figures_of(method_named("arm"), std::span(&round, 1), {}, kTick).late_at_stall == 1);
  CHECK(figures_of(method_named("stop"), std::span(&round, 1), {}, kTick).late_at_stall == 0);
}

TEST_CASE("stalls of several cores at a time count once", "[bench]") {
  const std::vector<Stall> stalls{
      {.begin = 1ms, .end = 3ms}, {.begin = 2ms, .end = 4ms}, {.begin = 8ms, .end = 99ms}};
  CHECK(stalled_share(stalls, 0ms, 10ms) == 0.5);
  CHECK(stalled_share({}, 0ms, 10ms) == 0);
  CHECK(stalled_share(stalls, 10ms, 10ms) == 0);
}

TEST_CASE("an application ends dark whichever way it ends", "[bench]") {
  for (const EndMethod& method : end_methods()) {
    CAPTURE(method.title);
    const auto rounds = run_rounds(method, {.rounds = 1}, [](std::uint64_t) {});
    const DarkFigures figures = figures_of(method, rounds, {}, kTick);
    CHECK(figures.unusable == 0);
    CHECK(figures.last_lit);
    CHECK(figures.notified == (method.notifies_receiver ? 1 : 0));
    CHECK(figures.timed_out == (method.notifies_receiver ? 0 : 1));
  }
}
