// SPDX-License-Identifier: MIT
#include "stream/find/unit_tracker.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace idn::stream;
using namespace std::chrono_literals;
using Kind = UnitEvent::Kind;

namespace {

UnitKey key(std::uint8_t last) {
  return {wire::UnitId::eui48({2, 0, 0, 0, 0, last})};
}
const UnitKey kOwn = key(1), kOther = key(2);
Endpoint host(std::uint8_t last) {
  return Endpoint::ipv4(0xC0A80A00u | last, kIdnPort);
}

UnitAddress reached(const Endpoint& endpoint) {
  UnitAddress address;
  address.endpoint = endpoint;
  address.answers_unicast = true;
  return address;
}

/// The result of a search with these answers.
UnitList units(std::vector<std::pair<UnitKey, Endpoint>> answers) {
  UnitList list;
  for (const auto& [unit, at] : answers) {
    if (list.units.empty() || list.units.back().key != unit) list.units.push_back({.key = unit});
    list.units.back().addresses.push_back(reached(at));
  }
  return list;
}

/// A stream to host(1), with search rounds of 300 ms.
struct Follow {
  std::optional<UnitEvent> round(const UnitList& found) {
    now = std::max(now, track.next_round());
    const TimePoint begun = now;
    searched = track.wants_search();
    now += 300ms;
    return track.on_round(found, begun, now);
  }
  /// Two rounds without the unit at its address: a check of the address, then a search.
  void miss_twice(const UnitList& found = {}) {
    CHECK_FALSE(round(found));
    CHECK_FALSE(round(found));
  }

  TimePoint now{1000s};
  UnitTracker track{kOwn, host(1), now};
  bool searched = false;  ///< whether the last round was a search by broadcast
};

}  // namespace

TEST_CASE("a unit that answers at its address is only asked there, twice a second", "[stream]") {
  Follow follow;
  for (int i = 1; i <= 5; ++i) {
    CHECK_FALSE(follow.round(units({{kOwn, host(1)}})));
    CHECK_FALSE(follow.searched);
    CHECK(follow.track.next_round() == TimePoint(1000s) + 500ms * (i + 1));
  }
  CHECK_FALSE(follow.track.is_missing());
}

TEST_CASE("a missing unit is searched at once, and followed to where it answers", "[stream]") {
  Follow follow;
  follow.round(units({{kOwn, host(1)}}));
  const TimePoint last_seen = follow.now - 300ms;
  CHECK_FALSE(follow.round({}));
  CHECK_FALSE(follow.track.is_missing());  // one check without an answer does not count
  CHECK(follow.track.next_round() == follow.now);
  const auto event = follow.round(units({{kOwn, host(7)}}));
  CHECK(follow.searched);
  REQUIRE(event);
  CHECK(event->kind == Kind::Moved);
  CHECK(event->from == host(1));
  CHECK(event->to == host(7));
  CHECK(event->last_seen == last_seen);
  CHECK(follow.track.endpoint() == host(7));
  CHECK_FALSE(follow.track.is_missing());
  CHECK_FALSE(follow.round(units({{kOwn, host(7)}})));
  CHECK_FALSE(follow.searched);
}

TEST_CASE("a unit that is back at its address goes on without a word", "[stream]") {
  Follow follow;
  follow.miss_twice();
  CHECK(follow.track.is_missing());
  CHECK_FALSE(follow.round(units({{kOwn, host(1)}, {kOwn, host(7)}})));  // answers at another address, too
  CHECK_FALSE(follow.track.is_missing());
  CHECK(follow.track.endpoint() == host(1));
}

TEST_CASE("searches for a missing unit become fewer", "[stream]") {
  Follow follow;
  follow.miss_twice();
  int rounds = 0;
  for (const TimePoint begun = follow.now; follow.now < begun + 9s; ++rounds) follow.round({});
  CHECK(rounds == 18);
  for (const TimePoint begun = follow.now; follow.now < begun + 3s;) follow.round({});
  rounds = 0;
  for (const TimePoint begun = follow.now; follow.now < begun + 60s; ++rounds) follow.round({});
  CHECK(rounds == 30);
}

TEST_CASE("a stream whose unit still acknowledges stays, and says once that another one has its ID",
          "[stream]") {
  Follow follow;
  CHECK_FALSE(follow.round({}));
  int warnings = 0;
  TimePoint answered;
  for (int i = 0; i < 20; ++i) {
    answered = std::max(follow.now, follow.track.next_round()) + 200ms;
    follow.track.on_answer(answered);
    const auto event = follow.round(units({{kOwn, host(7)}}));
    if (!event) continue;
    CHECK(event->kind == Kind::Ambiguous);
    CHECK(event->from == host(1));
    CHECK(event->to == host(7));
    ++warnings;
  }
  CHECK(warnings == 1);
  CHECK(follow.track.endpoint() == host(1));

  // After it falls silent, the time of its last acknowledge counts as last seen.
  const auto moved = follow.round(units({{kOwn, host(7)}}));
  REQUIRE(moved);
  CHECK(moved->kind == Kind::Moved);
  CHECK(moved->last_seen == answered);
  CHECK(follow.now - answered > UnitTracker::kSilence);
}

TEST_CASE("two units with one ID and different names are not told apart by a guess", "[stream]") {
  Follow follow;
  follow.miss_twice();
  auto found = units({{kOwn, host(7)}, {kOwn, host(8)}});
  found.identity_conflicts.push_back({kOwn, {"Left", "Right"}});
  const auto event = follow.round(found);
  REQUIRE(event);
  CHECK(event->kind == Kind::Ambiguous);
  CHECK_FALSE(follow.round(found));
  CHECK(follow.track.endpoint() == host(1));
}

TEST_CASE("an address that only broadcasts reach, or that another unit has too, is no place to go",
          "[stream]") {
  Follow follow;
  auto found = units({{kOwn, host(7)}});
  SECTION("no unicast") {
    found.units[0].addresses[0].answers_unicast = false;
  }
  SECTION("ambiguous") {
    found.units[0].addresses[0].is_ambiguous = true;
  }
  follow.miss_twice(found);
  CHECK(follow.track.is_missing());
  found.units[0].addresses.push_back(reached(host(9)));
  CHECK(follow.round(found)->to == host(9));
}

TEST_CASE("nothing goes to another unit at the address, whatever it acknowledges", "[stream]") {
  Follow follow;
  follow.round(units({{kOwn, host(1)}}));
  const TimePoint last_seen = follow.now - 300ms;
  const auto taken = units({{kOther, host(1)}});
  follow.track.on_answer(follow.now + 400ms);
  CHECK_FALSE(follow.round(taken));
  follow.track.on_answer(follow.now + 200ms);
  const auto event = follow.round(taken);
  REQUIRE(event);
  CHECK(event->kind == Kind::Displaced);
  CHECK(event->other == kOther);
  CHECK(event->from == host(1));
  CHECK_FALSE(follow.round(taken));
  CHECK(follow.track.is_missing());

  SECTION("it is found elsewhere") {
    const auto moved = follow.round(units({{kOwn, host(7)}, {kOther, host(1)}}));
    REQUIRE(moved);
    CHECK(moved->to == host(7));
    CHECK(moved->last_seen == last_seen);
  }
  SECTION("it gets its address back") {
    const auto back = follow.round(units({{kOwn, host(1)}}));
    REQUIRE(back);
    CHECK(back->kind == Kind::Moved);
    CHECK(back->to == host(1));
    CHECK(back->last_seen == last_seen);
  }
}

TEST_CASE("a refusal of the network is followed by a search at once, as long as it is not one after the other",
          "[stream]") {
  Follow follow;
  follow.round(units({{kOwn, host(1)}}));
  follow.now += 10ms;
  follow.track.on_refusal(follow.now);
  CHECK(follow.track.next_round() == follow.now);
  const TimePoint begun = follow.now;
  CHECK_FALSE(follow.round(units({{kOwn, host(1)}})));
  CHECK(follow.searched);
  follow.track.on_refusal(follow.now);
  CHECK(follow.track.next_round() == begun + 500ms);
}
