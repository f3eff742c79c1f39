// SPDX-License-Identifier: MIT
#include "client/engine/placement.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace idn::client;
using io::WaitMode;
using Numbers = std::vector<unsigned>;

namespace {

constexpr bool kOnBattery = true, kOnMains = false;

Placement place_on(const Numbers& usable, const EngineOptions& options = {}, std::size_t index = 0) {
  return place(options, index, usable, kOnMains);
}

}  // namespace

TEST_CASE("a tick thread and its standby thread share the processors, by default", "[client]") {
  const Placement two = place_on({0, 1});
  CHECK(two.wait == WaitMode::Auto);
  CHECK(two.own == Numbers{1});
  CHECK(two.standby == Numbers{0});
  REQUIRE(two.standby_grant);
  CHECK(two.standby_grant->granted);

  const Placement some = place_on({2, 3, 6, 7, 9});
  CHECK(some.own == Numbers{2, 6, 9});
  CHECK(some.standby == Numbers{3, 7});
  // The second thread the other way round.
  CHECK(place_on({2, 3, 6, 7, 9}, {}, 1).own == Numbers{3, 7});
}

TEST_CASE("a tick thread that is pinned leaves the other processors to its standby thread", "[client]") {
  const EngineOptions options{.expert = {.processors = {1, 0}}};
  CHECK(place_on({0, 1, 2}, options).own == Numbers{1});
  CHECK(place_on({0, 1, 2}, options).standby == Numbers{0, 2});
  CHECK(place_on({0, 1, 2}, options, 1).own == Numbers{0});
  CHECK(place_on({0, 1, 2}, options, 2).own == Numbers{1});
}

TEST_CASE("without a standby thread auto is hybrid, and says why", "[client]") {
  const auto [placement, why] = GENERATE(table<Placement, std::string>(
      {{place_on({}), "this system cannot bind threads to processors; waits as hybrid"},
       {place_on({3}), "there is one processor only; waits as hybrid"},
       {place({}, 0, Numbers{0, 1}, kOnBattery), "the computer runs from its battery; waits as hybrid"}}));
  CHECK(placement.wait == WaitMode::Hybrid);
  CHECK(placement.own.empty());
  REQUIRE(placement.standby_grant);
  CHECK_FALSE(placement.standby_grant->granted);
  CHECK(placement.standby_grant->detail == why);
}

TEST_CASE("auto without real-time requests is hybrid, with kernel pacing and without threads sleep",
          "[client]") {
  CHECK(place_on({0, 1}, {.realtime = false}).wait == WaitMode::Hybrid);
  CHECK(place_on({0, 1}, {.expert = {.kernel_pacing = true}}).wait == WaitMode::Sleep);
  CHECK(place_on({0, 1}, {.manual = true}).wait == WaitMode::Sleep);
  CHECK_FALSE(place_on({0, 1}, {.realtime = false}).standby_grant);
}

TEST_CASE("a wait that is asked for is kept, also on battery", "[client]") {
  const auto wait = GENERATE(WaitMode::Sleep, WaitMode::Hybrid, WaitMode::Spin);
  const Placement placement =
      place({.wait = wait, .expert = {.processors = {4}}}, 0, Numbers{0, 4}, kOnBattery);
  CHECK(placement.wait == wait);
  CHECK(placement.own == Numbers{4});
  CHECK_FALSE(placement.standby_grant);
}
