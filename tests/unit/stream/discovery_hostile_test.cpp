// SPDX-License-Identifier: MIT
// Answers that are invalid, late, not requested, contradictory or too many.
#include <random>

#include "support/catch.hpp"
#include "unit/stream/discovery_fixture.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;
using stream::Discovery;

const std::string kOtherId = "07 01 02 00 00 00 00 99 00 00 00 00 00 00 00 00";
const std::string kName = "42 65 61 6D 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";

/// A search that has sent its broadcast on eth0.
struct Asked : SearchFixture {
  Asked() {
    start();
    broadcast = poll().at(0);
  }
  Bytes good_answer() const { return unit.answer(broadcast); }
  bool found_nothing() const { return engine.units().units.empty(); }

  SimulatedUnit unit{.at = at("192.168.1.10")};
  Request broadcast;
};

std::string id_of(unsigned number) {
  char text[64];
  std::snprintf(text, sizeof text, "07 01 02 00 00 00 %02X %02X 00 00 00 00 00 00 00 00", number >> 8 & 0xFF,
                number & 0xFF);
  return text;
}

Endpoint host(unsigned number) {
  return Endpoint::ipv4(address("192.168.1.0") + 256 * (number / 200) + number % 200 + 1, kIdnPort);
}

TEST_CASE("the good answer is taken, so that the refusals below mean something", "[stream]") {
  Asked search;
  search.give(search.good_answer(), kEth0, search.unit.at);
  CHECK(search.engine.units().units.size() == 1);
}

TEST_CASE("an answer that nobody asked for changes nothing", "[stream]") {
  Asked search;
  Bytes answer = search.good_answer();
  std::size_t via = kEth0;
  Endpoint from = search.unit.at;
  SECTION("sequence number before the first") {
    answer[3] ^= std::byte{0x0F};
    answer[2] = std::byte{0x00};
  }
  SECTION("sequence number not yet used") {
    answer[3] = answer[3] | std::byte{0x0F};
  }
  SECTION("another command") {
    answer[0] = std::byte{0x13};
  }
  SECTION("a request instead of an answer") {
    answer[0] = std::byte{0x10};
  }
  SECTION("from another port") {
    from.port = 7256;
  }
  SECTION("over another interface") {
    via = kEth1;
  }
  SECTION("from the broadcast address") {
    from = at("255.255.255.255");
  }
  SECTION("from a multicast address") {
    from = at("224.0.0.1");
  }
  SECTION("from no address") {
    from = at("0.0.0.0");
  }
  search.give(answer, via, from);
  CHECK(search.found_nothing());
  CHECK(search.engine.stats().unexpected == 1);
}

TEST_CASE("a unit asked on another port answers from there", "[stream]") {
  SearchFixture search({.addresses = {at("192.168.1.10:9000")}});
  const auto list = search.round({{.at = at("192.168.1.10:9000")}});
  REQUIRE(list.units.size() == 1);
  CHECK(list.units[0].addresses[0].endpoint.port == 9000);
}

TEST_CASE("a unicast question is answered by the address asked, nobody else", "[stream]") {
  SearchFixture search({.addresses = {at("192.168.1.10")}});
  search.start();
  const Request question = search.poll().at(0);
  REQUIRE(question.to == at("192.168.1.10"));
  const SimulatedUnit unit{.at = question.to};
  search.give(unit.answer(question), kEth0, at("192.168.1.11"));
  CHECK(search.engine.units().units.empty());
  CHECK(search.engine.stats().unexpected == 1);
}

TEST_CASE("cut answers are refused at every length", "[stream]") {
  Asked search;
  const Bytes whole = search.good_answer();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    search.give({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}, kEth0, search.unit.at);
    CHECK(search.found_nothing());
  }
  CHECK(search.engine.stats().malformed == whole.size());
}

TEST_CASE("a structure that is too small is refused, one that has grown is taken", "[stream]") {
  Asked search;
  Bytes answer = search.good_answer();
  answer[4] = std::byte{0x27};
  search.give(answer, kEth0, search.unit.at);
  CHECK(search.found_nothing());
  CHECK(search.engine.stats().malformed == 1);
  answer[4] = std::byte{0x30};
  answer.resize(4 + 0x30);
  search.give(answer, kEth0, search.unit.at);
  CHECK_FALSE(search.found_nothing());
}

TEST_CASE("answers of the last round, or after the end, are too late", "[stream]") {
  Asked search;
  const Bytes answer = search.good_answer();
  search.engine.finish_round();
  search.give(answer, kEth0, search.unit.at);
  CHECK(search.found_nothing());
  search.start();
  search.poll();
  search.give(answer, kEth0, search.unit.at);
  CHECK(search.found_nothing());
  CHECK(search.engine.stats().unexpected == 1);
}

TEST_CASE("an address that answers with two IDs in a round is a conflict, and both units are listed",
          "[stream]") {
  SearchFixture search;
  const SimulatedUnit first{.at = at("192.168.1.10")}, second{.at = at("192.168.1.10"), .id = kOtherId};
  const auto list = search.round({first, second});
  REQUIRE(list.units.size() == 2);
  CHECK(list.units[0].addresses.at(0).is_ambiguous);
  CHECK(list.units[1].addresses.at(0).is_ambiguous);
  REQUIRE(list.address_conflicts.size() == 1);
  CHECK(list.address_conflicts[0].endpoint == at("192.168.1.10"));
  CHECK(list.address_conflicts[0].interface_name == "eth0");
  CHECK(list.address_conflicts[0].units.size() == 2);
}

TEST_CASE("an address that a unit has left to another one is no conflict", "[stream]") {
  SearchFixture search;
  search.round({{.at = at("192.168.1.10")}});
  const auto list = search.round({{.at = at("192.168.1.10"), .id = kOtherId}});
  CHECK(list.units.size() == 2);  // the first one has not expired yet
  CHECK(list.address_conflicts.empty());
}

TEST_CASE("the same address on two networks is two hosts and no conflict", "[stream]") {
  SearchFixture search;
  const auto list = search.round(
      {{.via = kEth0, .at = at("169.254.1.1")}, {.via = kEth1, .at = at("169.254.1.1"), .id = kOtherId}});
  CHECK(list.units.size() == 2);
  CHECK(list.address_conflicts.empty());
}

TEST_CASE("one ID under two host names is a conflict of identity", "[stream]") {
  SearchFixture search;
  const auto list = search.round({{.at = at("192.168.1.10")}, {.at = at("192.168.1.11"), .name = "Clone"}});
  REQUIRE(list.identity_conflicts.size() == 1);
  CHECK(to_string(list.identity_conflicts[0].unit) == "01-123456789ABC");
  CHECK(list.identity_conflicts[0].host_names == std::vector<std::string>{"Beam", "Clone"});
}

TEST_CASE("units of one ID are told apart by their names, whichever answers first", "[stream]") {
  SearchFixture search;
  const bool is_reversed = GENERATE(false, true);
  const std::string laser = "01 80 01 00 " + kName, second = "02 80 00 00 " + kName;
  std::vector<SimulatedUnit> units{
      {.at = at("192.168.1.10"), .service_map = "04 18 00 01 " + laser},
      {.at = at("192.168.1.11"), .name = "Clone", .service_map = "04 18 00 02 " + laser + " " + second},
      {.at = at("192.168.1.12"), .name = "Clone", .service_map = "04 18 00 02 " + laser + " " + second},
      {.at = at("192.168.1.13"), .id = kOtherId}};
  if (is_reversed) std::ranges::reverse(units);
  const auto list = search.round(units);
  CHECK(list.units.size() == 2);
  const auto apart = list.told_apart();
  REQUIRE(apart.units.size() == 3);
  const auto unit_at = [&](const char* endpoint) {
    for (const stream::FoundUnit& unit : apart.units)
      if (unit.addresses.front().endpoint == at(endpoint)) return unit;
    return stream::FoundUnit{};
  };
  CHECK(unit_at("192.168.1.10").host_name == "Beam");
  CHECK(unit_at("192.168.1.10").addresses.size() == 1);
  CHECK(unit_at("192.168.1.10").services.size() == 1);
  CHECK(unit_at("192.168.1.11").host_name == "Clone");
  CHECK(unit_at("192.168.1.11").addresses.size() == 2);
  CHECK(unit_at("192.168.1.11").services.size() == 2);
  CHECK(to_string(unit_at("192.168.1.11").key) == "192.168.1.11:7255");
  CHECK(unit_at("192.168.1.11").key.shares_id());
  CHECK_FALSE(unit_at("192.168.1.13").key.shares_id());
}

TEST_CASE("service maps with larger entries, relays and mistakes give the services that can be addressed",
          "[stream]") {
  const std::string grown = " 00 00 00 00 00 00 00 00";  // entries of 32 octets
  const auto entry = [&](const char* start) { return std::string(" ") + start + " " + kName + grown; };
  SearchFixture search;
  const auto list = search.round(
      {{.at = at("192.168.1.10"),
        .service_map = "04 20 01 06" + entry("00 00 00 03")                                  // relay 3
                       + entry("09 84 00 00") + entry("02 80 00 03") + entry("00 80 00 00")  // no ID
                       + entry("04 80 00 07")  // behind an unknown relay
                       + entry("02 05 00 00")  // ID taken
                       + entry("01 80 01 00")}});
  const auto& services = list.units.at(0).services;
  REQUIRE(services.size() == 3);
  CHECK(services[0].service_id == 1);
  CHECK(services[1].service_id == 2);
  CHECK(services[1].type == wire::ServiceType::LaserProjector);
  CHECK(services[2].service_id == 9);
}

TEST_CASE("a service map that is cut or announces too small entries leaves the services unknown", "[stream]") {
  const std::string map = GENERATE("", "04 18 00", "04 18 00 01 01 80 00 00", "04 17 00 00", "03 18 00 00",
                                   "04 FF FF FF 00 00 00 00");
  CAPTURE(map);
  SearchFixture search;
  const auto list = search.round({{.at = at("192.168.1.10"), .service_map = map}});
  CHECK_FALSE(list.units.at(0).has_service_map);
  CHECK(search.engine.stats().malformed == 3);  // all tries
}

TEST_CASE("a flood of unit IDs from one address stays within its limit", "[stream]") {
  SearchFixture search;
  std::vector<SimulatedUnit> units;
  for (unsigned i = 0; i < 100; ++i) units.push_back({.at = at("192.168.1.10"), .id = id_of(i)});
  const auto list = search.round(units);
  CHECK(list.units.size() == Discovery::kMaxUnitsPerAddress);
  CHECK(search.engine.stats().over_limit > 0);
  CHECK(list.address_conflicts.size() == 1);
}

TEST_CASE("a flood of units stays within its limit, and known units stay", "[stream]") {
  SearchFixture search;
  const SimulatedUnit known{.via = kEth1, .at = at("10.0.0.10")};
  search.round({known});
  std::vector<SimulatedUnit> units;
  for (unsigned i = 0; i < 1000; ++i) units.push_back({.at = host(i), .id = id_of(i)});
  units.push_back(known);
  const auto list = search.round(units);
  CHECK(list.units.size() == Discovery::kMaxUnits);
  const auto* unit = list.find(
      stream::UnitKey::of(wire::UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC}), at("10.0.0.10")));
  REQUIRE(unit != nullptr);
  CHECK(unit->addresses[0].missed_rounds == 0);
}

TEST_CASE("a flood of addresses of one unit, and of all units, stays within its limit", "[stream]") {
  SearchFixture search;
  std::vector<SimulatedUnit> units;
  SECTION("one unit") {
    for (unsigned i = 0; i < 1000; ++i) units.push_back({.at = host(i)});
    CHECK(search.round(units).units.at(0).addresses.size() == Discovery::kMaxAddressesPerUnit);
  }
  SECTION("a hundred units") {
    for (unsigned i = 0; i < 1000; ++i) units.push_back({.at = host(i), .id = id_of(i % 100)});
    std::size_t addresses = 0;
    for (const auto& unit : search.round(units).units) addresses += unit.addresses.size();
    CHECK(addresses == Discovery::kMaxAddresses);
  }
  // Broadcasts, and to each address every request with all of its repetitions.
  CHECK(search.requests.size() <= 3 * 7 + Discovery::kMaxAddresses * 3 * 3);
}

TEST_CASE("garbage never becomes a unit", "[stream]") {
  const unsigned seed = GENERATE(1u, 2u, 3u);
  CAPTURE(seed);
  std::mt19937 random(seed);
  Asked search;
  for (int i = 0; i < 20'000; ++i) {
    Bytes garbage(random() % 128);
    for (auto& octet : garbage) octet = static_cast<std::byte>(random());
    // Every other one resembles an answer: right command and sequence number, then random octets.
    if (i % 2 == 0 && garbage.size() >= 5) {
      std::ranges::copy(search.broadcast.answer_header(), garbage.begin());
      garbage[4] &= std::byte{0x1F};
    }
    search.give(garbage, random() % 5, host(static_cast<unsigned>(random() % 300)));
  }
  CHECK(search.found_nothing());
  CHECK(search.engine.stats().malformed + search.engine.stats().unexpected == 20'000);
}

}  // namespace
}  // namespace idn::test
