// SPDX-License-Identifier: MIT
// The result of a search with units that conform to the specification.
#include <map>

#include "support/catch.hpp"
#include "unit/stream/discovery_fixture.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;

const std::string kSecondId = "07 01 02 00 00 00 00 99 00 00 00 00 00 00 00 00";

std::vector<std::string> keys(const stream::UnitList& list) {
  std::vector<std::string> found;
  for (const auto& unit : list.units) found.push_back(to_string(unit.key));
  return found;
}

std::vector<std::string> addresses(const stream::FoundUnit& unit) {
  std::vector<std::string> found;
  for (const auto& each : unit.addresses) found.push_back(each.interface_name + " " + to_string(each.endpoint));
  return found;
}

TEST_CASE("the example answers become a unit with its services", "[stream]") {
  SearchFixture search;
  search.next_sequence = 1;  // as in the example
  search.interfaces.resize(1);
  search.start();
  search.poll();
  const Endpoint from = at("192.168.1.10");
  search.give(vector_file("idn/02-scan-response.hex"), kEth0, from);
  for (const auto& request : search.poll())
    if (request.command() == 0x12) {
      auto map = vector_file("idn/04-servicemap-response.hex");
      std::copy_n(request.bytes.begin() + 2, 2, map.begin() + 2);
      search.give(map, kEth0, from);
    }
  const auto list = search.engine.units();
  REQUIRE(list.units.size() == 1);
  const auto& unit = list.units[0];
  CHECK(to_string(unit.key) == "01-0242AC110A05");
  CHECK(unit.host_name == "Beam-Left");
  CHECK(unit.status == wire::ScanResponse::kRealtime);
  CHECK(unit.protocol_version == 0x01);
  CHECK(unit.has_service_map);
  REQUIRE(unit.services.size() == 3);
  CHECK(unit.services[0].is_default());
  CHECK(unit.services[1].name.view() == "Right");
  CHECK(unit.services[2].type == wire::ServiceType::Dmx512);  // behind a relay, addressed like the others
  CHECK(unit.find_service(5) == &unit.services[2]);
  CHECK(unit.find_service(3) == nullptr);
}

TEST_CASE("one unit with addresses on two networks is one unit", "[stream]") {
  SearchFixture search;
  const auto list =
      search.round({{.via = kEth0, .at = at("192.168.1.10")}, {.via = kEth1, .at = at("10.0.0.10")}});
  REQUIRE(keys(list) == std::vector<std::string>{"01-123456789ABC"});
  CHECK(addresses(list.units[0]) == std::vector<std::string>{"eth1 10.0.0.10:7255", "eth0 192.168.1.10:7255"});
  CHECK(list.address_conflicts.empty());
  CHECK(list.identity_conflicts.empty());
}

TEST_CASE("the preferred address answers unicast, is near, and is not wireless", "[stream]") {
  SearchFixture search({.addresses = {at("172.16.0.9")}});
  search.interfaces.push_back({.name = "", .address = 0, .netmask = 0});
  const auto deaf_to_unicast = [](const Request& r) { return r.to.address[15] == 0xFF; };
  const auto list = search.round({{.via = kEth0, .at = at("192.168.1.10"), .hears = deaf_to_unicast},
                                  {.via = 4, .at = at("172.16.0.9")},
                                  {.via = kWlan0, .at = at("192.168.2.10")},
                                  {.via = kEth1, .at = at("10.0.0.10")}});
  REQUIRE(list.units.size() == 1);
  CHECK(addresses(list.units[0]) == std::vector<std::string>{"eth1 10.0.0.10:7255", "wlan0 192.168.2.10:7255",
                                                             " 172.16.0.9:7255", "eth0 192.168.1.10:7255"});
  CHECK_FALSE(list.units[0].addresses[3].answers_unicast);
  CHECK(list.units[0].addresses[1].is_local_network);
  CHECK_FALSE(list.units[0].addresses[2].is_local_network);
}

TEST_CASE("two units with the same host name are two units and no conflict", "[stream]") {
  SearchFixture search;
  const auto list = search.round({{.at = at("192.168.1.10")}, {.at = at("192.168.1.11"), .id = kSecondId}});
  CHECK(keys(list) == std::vector<std::string>{"01-020000000099", "01-123456789ABC"});
  CHECK(list.address_conflicts.empty());
  CHECK(list.identity_conflicts.empty());
}

TEST_CASE("octets behind the length of an ID do not make another unit", "[stream]") {
  SearchFixture search;
  const auto list =
      search.round({{.at = at("192.168.1.10")},
                    {.at = at("192.168.1.11"), .id = "07 01 12 34 56 78 9A BC FF FF FF FF FF FF FF FF"}});
  CHECK(keys(list) == std::vector<std::string>{"01-123456789ABC"});
}

TEST_CASE("a unit without a valid ID is told by its address", "[stream]") {
  const std::string length = GENERATE("00", "10", "FF");
  CAPTURE(length);
  SearchFixture search;
  const std::string id = length + " 01 12 34 56 78 9A BC 00 00 00 00 00 00 00 00";
  const auto list = search.round({{.at = at("192.168.1.10"), .id = id}, {.at = at("192.168.1.11"), .id = id}});
  CHECK(keys(list) == std::vector<std::string>{"192.168.1.10:7255", "192.168.1.11:7255"});
}

TEST_CASE("the round trip is the time from a ping to its echo", "[stream]") {
  SearchFixture search;
  const auto list = search.round({{.at = at("192.168.1.10"), .delay = 1234us}});
  CHECK(list.units.at(0).addresses.at(0).round_trip == Duration(1234us));
}

TEST_CASE("an echo of something else is no round trip", "[stream]") {
  SearchFixture search;
  search.start();
  const SimulatedUnit unit{.at = at("192.168.1.10")};
  search.give(unit.answer(search.poll().at(0)), kEth0, unit.at);
  const Request ping = search.poll().at(0);
  Bytes echo = unit.answer(ping);
  SECTION("changed") {
    echo.back() ^= std::byte{1};
  }
  SECTION("cut") {
    echo.pop_back();
  }
  SECTION("longer") {
    echo.push_back({});
  }
  search.give(echo, kEth0, unit.at);
  CHECK_FALSE(search.engine.units().units.at(0).addresses.at(0).round_trip);
  CHECK(search.engine.stats().malformed == 1);
}

TEST_CASE("name, status and services follow the unit from round to round", "[stream]") {
  SearchFixture search;
  SimulatedUnit unit{.at = at("192.168.1.10"),
                     .service_map = "04 18 00 01 01 80 00 00 " + std::string(60, '0')};
  search.round({unit});
  unit.name = "Renamed";
  unit.status = 0x11;
  unit.service_map = "04 18 00 00";
  const auto list = search.round({unit});
  REQUIRE(list.units.size() == 1);
  CHECK(list.units[0].host_name == "Renamed");
  CHECK(list.units[0].status == 0x11);
  CHECK(list.units[0].services.empty());
}

TEST_CASE("a lost service map leaves the known services in place", "[stream]") {
  SearchFixture search;
  SimulatedUnit unit{.at = at("192.168.1.10"),
                     .service_map = "04 18 00 01 01 80 00 00 " + std::string(40, '0')};
  search.round({unit});
  unit.hears = [](const Request& r) { return r.command() != 0x12; };
  CHECK(search.round({unit}).units.at(0).services.size() == 1);
}

TEST_CASE("a unit that is not heard for three rounds is gone, and may come back", "[stream]") {
  SearchFixture search;
  const SimulatedUnit unit{.at = at("192.168.1.10")};
  CHECK(search.round({unit}).units.at(0).addresses.at(0).missed_rounds == 0);
  CHECK(search.round({}).units.at(0).addresses.at(0).missed_rounds == 1);
  CHECK(search.round({}).units.at(0).addresses.at(0).missed_rounds == 2);
  CHECK(search.round({}).units.empty());
  CHECK(search.round({unit}).units.size() == 1);
}

TEST_CASE("hearing a unit once in a while keeps it", "[stream]") {
  SearchFixture search;
  const SimulatedUnit unit{.at = at("192.168.1.10")};
  for (int i = 0; i < 12; ++i) {
    const auto list = i % 3 == 0 ? search.round({unit}) : search.round({});
    CHECK(list.units.size() == 1);
  }
}

TEST_CASE("an address that is silent is not preferred and goes, the unit stays with the other one",
          "[stream]") {
  SearchFixture search;
  const SimulatedUnit near{.via = kEth0, .at = at("10.0.0.1")}, far{.via = kEth1, .at = at("10.0.0.10")};
  search.round({near, far});
  const auto list = search.round({near});
  CHECK(addresses(list.units.at(0)) == std::vector<std::string>{"eth0 10.0.0.1:7255", "eth1 10.0.0.10:7255"});
  search.round({near});
  CHECK(addresses(search.round({near}).units.at(0)) == std::vector<std::string>{"eth0 10.0.0.1:7255"});
}

TEST_CASE("a unit that hears only the third of each question is known in full after one round", "[stream]") {
  SearchFixture search;
  std::map<std::pair<std::uint8_t, Endpoint>, int> asked;
  const auto third = [&asked](const Request& r) { return ++asked[{r.command(), r.to}] == 3; };
  const auto list = search.round({{.at = at("192.168.1.10"), .hears = third}});
  REQUIRE(list.units.size() == 1);
  CHECK(list.units[0].has_service_map);
  CHECK(list.units[0].addresses[0].answers_unicast);
  CHECK(list.units[0].addresses[0].round_trip);
}

}  // namespace
}  // namespace idn::test
