// SPDX-License-Identifier: MIT
// Resolution of names to units and services that were found.
#include "client/unit_directory.hpp"

#include "support/catch.hpp"

namespace idn::client {
namespace {

constexpr std::uint16_t kPort = 7255;

stream::FoundUnit unit_named(const std::string& name, std::uint8_t number,
                             const std::vector<std::pair<std::uint8_t, std::string>>& lasers) {
  stream::FoundUnit unit{.key = {wire::UnitId::eui48({2, 0, 0, 0, 0, number})}, .host_name = name};
  unit.addresses = {{.endpoint = Endpoint::ipv4(0x0A000000u + number, kPort), .interface_name = "eth0"}};
  for (const auto& [id, label] : lasers)
    unit.services.push_back({id, wire::ServiceType::LaserProjector, 0, 0, wire::FixedText<20>(label)});
  return unit;
}

Errc fault_of(const Result<Location>& found) {
  REQUIRE_FALSE(found);
  return found.error().code;
}

TEST_CASE("a name that one unit or one projector has is a place, and one that several have is not",
          "[client]") {
  stream::UnitList found{.units = {unit_named("left", 1, {{1, "beam"}, {2, "wash"}}),
                                   unit_named("right", 2, {{1, "beam"}, {3, "right"}})}};
  const auto unit = find_named("left", std::nullopt, found);
  REQUIRE(unit);
  CHECK(unit->at == Endpoint::ipv4(0x0A000001, kPort));
  CHECK(unit->unit == found.units[0].key);
  CHECK(unit->service == 0);
  CHECK(find_named("left", 2, found)->service == 2);

  const auto projector = find_named("wash", std::nullopt, found);
  REQUIRE(projector);
  CHECK(projector->unit == found.units[0].key);
  CHECK(projector->service == 2);
  // A name that a unit and one of its projectors have means the unit.
  CHECK(find_named("right", std::nullopt, found)->service == 0);

  CHECK(fault_of(find_named("middle", std::nullopt, found)) == Errc::NotFound);
  CHECK(fault_of(find_named("wash", 2, found)) ==
        Errc::NotFound);  // a service needs the name of a unit, not of a projector

  const auto several = find_named("beam", std::nullopt, found);
  CHECK(fault_of(several) == Errc::Ambiguous);
  CHECK(several.error().remedy == "open it as 01-020000000001/1 or another of Devices::list()");
  found.units.push_back(unit_named("left", 3, {}));
  CHECK(fault_of(find_named("left", std::nullopt, found)) == Errc::Ambiguous);
}

TEST_CASE("a unit that has another name, service or address is an event, and one that is only slower is none",
          "[client]") {
  const stream::UnitList before{.units = {unit_named("left", 1, {{1, "beam"}})}};
  const auto changes = [&](const stream::FoundUnit& now) {
    std::vector<Event> events;
    add_unit_events(before, {.units = {now}}, TimePoint{}, events);
    std::vector<std::string> texts;
    for (const Event& event : events) texts.push_back(to_string(event));
    return texts;
  };
  const std::string changed =
      "01-020000000001: has another name, other services or another address, at 10.0.0.1:7255";
  CHECK(changes(unit_named("stage left", 1, {{1, "beam"}})) == std::vector{changed});
  CHECK(changes(unit_named("left", 1, {{1, "beam"}, {2, "wash"}})) == std::vector{changed});
  CHECK(changes(unit_named("left", 1, {{1, "spot"}})) == std::vector{changed});
  auto moved = before.units.front();
  moved.addresses.front().endpoint.port = 7256;
  CHECK(changes(moved).size() == 1);
  auto slower = before.units.front();
  slower.addresses.front().round_trip = std::chrono::seconds(1);
  slower.addresses.front().missed_rounds = 1;
  CHECK(changes(slower).empty());
  CHECK(changes(unit_named("right", 2, {})) ==
        std::vector<std::string>{"01-020000000002: found at 10.0.0.2:7255", "01-020000000001: gone"});
}

TEST_CASE("units of one ID are found by their names and claimed one by one", "[client]") {
  const stream::FoundUnit merged = unit_named("right", 1, {{1, "beam"}});
  stream::FoundUnit left = unit_named("left", 1, {{1, "beam"}}), right = unit_named("right", 2, {{1, "beam"}});
  left.key = {merged.key.id, left.addresses[0].endpoint};
  right.key = {merged.key.id, right.addresses[0].endpoint};
  left.services[0].flags = wire::ServiceMapEntry::kDefaultService;
  const auto found = stream::UnitList{.units = {merged},
                                      .identity_conflicts = {{merged.key, {"left", "right"}, {left, right}}}}
                         .told_apart();

  const auto place = find_named("right", std::nullopt, found);
  REQUIRE(place);
  CHECK(place->at == right.addresses[0].endpoint);
  CHECK_FALSE(place->unit);  // the ID would be followed to the other one

  const auto claim = [&](const Location& where) { return identify(where, found); };
  const Location at_left{.at = left.addresses[0].endpoint, .service = 1};
  CHECK_FALSE(claim(at_left).is_same_as(claim({.at = place->at, .service = 1})));
  CHECK(claim(at_left).is_same_as(claim({.at = at_left.at, .unit = merged.key, .service = 1})));
  CHECK_FALSE(claim({.at = at_left.at, .unit = merged.key, .service = 1})
                  .is_same_as(claim({.at = place->at, .service = 1})));
  CHECK(claim({.at = at_left.at, .unit = merged.key}).service == 1);
}

TEST_CASE("a name finds laser projectors only", "[client]") {
  stream::UnitList found{.units = {unit_named("left", 1, {{5, "dimmer"}})}};
  found.units[0].services[0].type = wire::ServiceType::Dmx512;
  CHECK(fault_of(find_named("dimmer", std::nullopt, found)) == Errc::NotFound);
}

TEST_CASE("a place is a unit that alone answers there, and its default laser projector", "[client]") {
  constexpr std::uint8_t kDefault = wire::ServiceMapEntry::kDefaultService;
  stream::UnitList found{.units = {unit_named("left", 1, {{1, "dimmer"}, {2, "beam"}, {3, "wash"}})}};
  stream::FoundUnit& unit = found.units[0];
  unit.services[0].type = wire::ServiceType::Dmx512;
  unit.services[0].flags = kDefault;  // the default of its type
  const Location there{.at = unit.addresses[0].endpoint};
  CHECK(identify(there, found).unit == unit.key);
  CHECK(identify(there, found).service == 0);
  unit.services[2].flags = kDefault;
  CHECK(identify(there, found).service == 3);
  CHECK(identify({.at = there.at, .service = 2}, found).service == 2);

  const Location followed{.at = Endpoint::ipv4(0x0A000009, kPort), .unit = unit.key};
  CHECK(identify(followed, found).service == 3);
  CHECK(identify(followed, found).at == followed.at);
  CHECK_FALSE(identify({.at = followed.at}, found).unit);
  unit.addresses[0].is_ambiguous = true;
  CHECK_FALSE(identify(there, found).unit);
}

}  // namespace
}  // namespace idn::client
