// SPDX-License-Identifier: MIT
// Which datagrams a search sends where and when.
#include <algorithm>

#include "support/catch.hpp"
#include "unit/stream/discovery_fixture.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;

/// "0 255.255.255.255:7255": interface and destination, in order.
std::vector<std::string> destinations(const std::vector<Request>& requests) {
  std::vector<std::string> found;
  for (const auto& request : requests)
    found.push_back(std::to_string(request.via) + " " + to_string(request.to));
  return found;
}

std::size_t count(const std::vector<Request>& requests, std::uint8_t command, const Endpoint& to) {
  return static_cast<std::size_t>(
      std::ranges::count_if(requests, [&](const Request& r) { return r.command() == command && r.to == to; }));
}

TEST_CASE("both broadcast addresses of each network are asked, and the host itself by unicast", "[stream]") {
  SearchFixture search;
  search.start();
  CHECK(destinations(search.poll()) ==
        std::vector<std::string>{"0 255.255.255.255:7255", "0 192.168.1.255:7255", "1 255.255.255.255:7255",
                                 "1 10.255.255.255:7255", "2 255.255.255.255:7255", "2 192.168.2.255:7255",
                                 "3 127.0.0.1:7255"});
}

TEST_CASE("a scan request is the example's four octets with the group and a new sequence number each",
          "[stream]") {
  SearchFixture search({.client_group = 5});
  search.next_sequence = 1;
  search.start();
  const auto sent = search.poll();
  CHECK(sent.at(0).bytes == from_hex("10 05 00 01"));
  CHECK(sent.at(1).bytes == from_hex("10 05 00 02"));
}

TEST_CASE("searches are repeated because broadcasts get lost", "[stream]") {
  SearchFixture search({.searches = 3, .search_interval = 100ms});
  const TimePoint begin = search.now;
  search.interfaces.resize(1);
  search.start();
  std::vector<Duration> times;
  for (const auto& request : search.poll_until(begin + 800ms)) times.push_back(request.at - begin);
  CHECK(times == std::vector<Duration>{0ms, 0ms, 100ms, 100ms, 200ms, 200ms});
}

TEST_CASE("without broadcast the other end of the link is asked, and no broadcast address", "[stream]") {
  SearchFixture search;
  search.interfaces = {{.name = "tun0", .address = address("10.9.0.1"), .peer = address("10.9.0.2")}};
  search.start();
  CHECK(destinations(search.poll()) == std::vector<std::string>{"0 10.9.0.2:7255"});
}

TEST_CASE("a network of two hosts has no directed broadcast", "[stream]") {
  SearchFixture search;
  search.interfaces = {{.name = "eth0",
                        .address = address("10.9.0.0"),
                        .netmask = address("255.255.255.254"),
                        .can_broadcast = true}};
  search.start();
  CHECK(destinations(search.poll()) == std::vector<std::string>{"0 255.255.255.255:7255"});
}

TEST_CASE("a given address is asked where the netmask fits best", "[stream]") {
  const auto asked_from = [](const char* given, bool with_routed) {
    SearchFixture search({.addresses = {at(given)}});
    search.interfaces[kEth1].netmask = address("255.0.0.0");
    if (with_routed) search.interfaces.push_back({.name = "", .address = 0, .netmask = 0});
    search.start();
    std::vector<std::size_t> via;
    for (const auto& request : search.poll())
      if (request.to == at(given)) via.push_back(request.via);
    return via;
  };
  CHECK(asked_from("192.168.1.77", true) == std::vector<std::size_t>{kEth0});
  CHECK(asked_from("10.1.2.3:9000", true) == std::vector<std::size_t>{kEth1});
  CHECK(asked_from("127.0.0.1:9000", true) == std::vector<std::size_t>{kLoopback});
  CHECK(asked_from("172.16.0.1", true) == std::vector<std::size_t>{4});
  CHECK(asked_from("172.16.0.1", false) == std::vector<std::size_t>{kEth0, kEth1, kWlan0});
}

TEST_CASE("an address given twice or searched anyway is asked once per burst", "[stream]") {
  SearchFixture search({.addresses = {at("127.0.0.1"), at("192.168.1.77"), at("192.168.1.77")}});
  search.start();
  const auto sent = search.poll();
  CHECK(count(sent, 0x10, at("127.0.0.1")) == 1);
  CHECK(count(sent, 0x10, at("192.168.1.77")) == 1);
}

TEST_CASE("who answers a broadcast gets a ping, a unicast scan and a service map request at once", "[stream]") {
  SearchFixture search;
  search.start();
  const SimulatedUnit unit{.via = kEth0, .at = at("192.168.1.10")};
  const Request broadcast = search.poll().at(0);
  search.give(unit.answer(broadcast), kEth0, unit.at);
  CHECK(search.engine.next_deadline() == search.now);
  const auto sent = search.poll();
  REQUIRE(sent.size() == 3);
  CHECK(sent[0].command() == 0x08);
  CHECK(sent[0].bytes.size() == 12);
  CHECK(sent[1].command() == 0x10);
  CHECK(sent[2].command() == 0x12);
  for (const auto& request : sent) {
    CHECK(request.to == unit.at);
    CHECK(request.via == kEth0);
  }
}

TEST_CASE("questions to a unit are repeated until answered, three times in all", "[stream]") {
  SearchFixture search;
  const Endpoint unit = at("192.168.1.10");
  const auto hears_after = [](int lost, std::uint8_t command) {
    return [lost, command](const Request& r) mutable { return r.command() != command || lost-- <= 0; };
  };
  SECTION("one lost map request") {
    search.round({{.at = unit, .hears = hears_after(1, 0x12)}});
    CHECK(count(search.requests, 0x12, unit) == 2);
    CHECK(count(search.requests, 0x08, unit) == 1);
  }
  SECTION("all lost") {
    search.round({{.at = unit, .hears = hears_after(1000, 0x12)}});
    CHECK(count(search.requests, 0x12, unit) == 3);
  }
}

TEST_CASE("an answer to a unicast search needs no second proof that unicast works", "[stream]") {
  SearchFixture search;
  const auto list = search.round({{.via = kLoopback, .at = at("127.0.0.1")}});
  CHECK(count(search.requests, 0x10, at("127.0.0.1")) == 3);  // the bursts
  CHECK(list.units.at(0).addresses.at(0).answers_unicast);
}

TEST_CASE("without tries nothing but the searches is asked", "[stream]") {
  SearchFixture search({.addresses = {at("192.168.1.10")}, .searches = 2, .tries = 0});
  search.interfaces = {{.name = "", .address = 0, .netmask = 0}};
  const auto found = search.round({{.at = at("192.168.1.10")}});
  REQUIRE(found.units.size() == 1);
  CHECK(found.units[0].addresses.at(0).answers_unicast);
  CHECK(destinations(search.requests) ==
        std::vector<std::string>{"0 192.168.1.10:7255", "0 192.168.1.10:7255"});
}

TEST_CASE("the thousandth round asks like the first one", "[stream]") {
  SearchFixture search;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    search.round({});
    REQUIRE(search.requests.size() == 3 * 7);
  }
}

TEST_CASE("a round ends in time, and nothing is sent outside of one", "[stream]") {
  SearchFixture search({.round = 500ms});
  CHECK(search.engine.next_deadline() == kNever);
  CHECK(search.poll().empty());
  search.start();
  const TimePoint begin = search.now;
  search.poll_until(begin + 500ms);
  CHECK(search.engine.next_deadline() == begin + 500ms);
  CHECK_FALSE(search.engine.is_round_over(begin + 500ms - 1ns));
  CHECK(search.engine.is_round_over(begin + 500ms));
  search.engine.finish_round();
  CHECK(search.engine.next_deadline() == kNever);
}

}  // namespace
}  // namespace idn::test
