// SPDX-License-Identifier: MIT
#include "sender/target.hpp"

#include "cli/failure.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;

namespace {

const wire::UnitId kId = wire::UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC});

/// A unit at 192.168.1.10 with lasers 1 and 2 and a DMX512 output 5.
stream::UnitList one_unit() {
  using wire::ServiceType;
  stream::FoundUnit unit{.key = {kId}, .has_service_map = true};
  unit.addresses = {{.endpoint = Endpoint::ipv4(0xC0A8010A, 7255), .interface_name = "eth0"},
                    {.endpoint = Endpoint::ipv4(0x0A00000A, 7255), .interface_name = "wlan0"}};
  const auto service = [](std::uint8_t id, ServiceType type) {
    return wire::ServiceMapEntry{id, type, 0, 0, {}};
  };
  unit.services = {service(1, ServiceType::LaserProjector), service(2, ServiceType::LaserProjector),
                   service(5, ServiceType::Dmx512)};
  return {.units = {unit}};
}

struct Refusal {
  int code = cli::kOk;
  std::string text;
};

template <class Call>
Refusal refusal_of(Call call) {
  try {
    call();
    return {};
  } catch (const cli::Failure& failure) {
    return {failure.code(), failure.what()};
  }
}

Refusal locating(std::uint8_t service, const stream::UnitList& found) {
  return refusal_of([&] { locate({.host = "", .unit = kId}, service, found); });
}

}  // namespace

TEST_CASE("targets are a host with or without a port and a service", "[sender]") {
  CHECK(parse_target("beam-left").host == "beam-left");
  CHECK(parse_target("beam-left").port == 7255);
  CHECK_FALSE(parse_target("beam-left").service);
  CHECK(parse_target("10.0.0.7:9000").port == 9000);
  CHECK(parse_target("10.0.0.7:9000/3").port == 9000);
  CHECK(parse_target("10.0.0.7:9000/3").service == 3);
  CHECK(parse_target("beam-left/255").host == "beam-left");
  for (const char* bad : {"", ":7255", "host:", "host:0", "host:70000", "host:12x", "/1", "host/", "host/0",
                          "host/256", "host/x", "01-123456789ABC/"}) {
    CAPTURE(bad);
    CHECK(refusal_of([&] { parse_target(bad); }).code == cli::kUsage);
  }
}

TEST_CASE("a target can be a unit ID, with or without a service", "[sender]") {
  CHECK(parse_target("01-123456789ABC").unit == kId);
  CHECK(parse_target("01-123456789abc").unit == kId);
  CHECK_FALSE(parse_target("01-123456789ABC").service);
  CHECK(parse_target("01-123456789ABC/2").unit == kId);
  CHECK(parse_target("01-123456789ABC/2").service == 2);
  CHECK(parse_target("01-123456789ABC/2").host.empty());
  // With a port it is the name of a host.
  CHECK_FALSE(parse_target("01-123456789ABC:7255").unit);
  CHECK(parse_target("01-123456789ABC:7255").host == "01-123456789ABC");
}

TEST_CASE("a device name is a target", "[sender]") {
  CHECK(device_name({kId}, 7) == "01-123456789ABC/7");
  const Target by_id = parse_target(device_name({kId}, 7));
  CHECK(by_id.unit == kId);
  CHECK(by_id.service == 7);
  const Target by_address =
      parse_target(device_name(stream::UnitKey::of({}, Endpoint::ipv4(0x7F000001, 9000)), 7));
  CHECK(by_address.host == "127.0.0.1");
  CHECK(by_address.port == 9000);
  CHECK(by_address.service == 7);
}

TEST_CASE("a unit is located at its preferred address", "[sender]") {
  CHECK(to_string(locate({.host = "", .unit = kId}, 0, one_unit())) == "192.168.1.10:7255");
  CHECK(locating(1, one_unit()).code == cli::kOk);
}

TEST_CASE("a name is that of a unit or of its service, and of one only", "[sender]") {
  auto found = one_unit();
  found.units[0].host_name = "Left";
  found.units[0].services[1].name = wire::FixedText<20>("Balcony");
  const auto unit = locate_named(parse_target("Left/2"), found);
  REQUIRE(unit);
  CHECK(to_string(unit->at) == "192.168.1.10:7255");
  CHECK(unit->service == 2);
  const auto service = locate_named(parse_target("Balcony"), found);
  REQUIRE(service);
  CHECK(service->service == 2);
  CHECK(service->unit == found.units[0].key);
  CHECK_FALSE(locate_named(parse_target("Right"), found));
  auto second = found.units[0];
  second.key = {wire::UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBD})};
  second.addresses[0].endpoint = Endpoint::ipv4(0xC0A8010B, 7255);
  found.units.push_back(second);
  const auto refusal = refusal_of([&] { locate_named(parse_target("Left"), found); });
  CHECK(refusal.code == cli::kEnvironment);
  CHECK(refusal.text ==
        "--target Left: several have this name; give one of 01-123456789ABC/1 at 192.168.1.10:7255, "
        "01-123456789ABD/1 at 192.168.1.11:7255");
}

TEST_CASE("a unit that cannot be located is refused with cause and remedy", "[sender]") {
  auto found = one_unit();
  std::uint8_t service = 0;
  std::string cause;
  SECTION("not there") {
    found.units.clear();
    cause = "no unit with this ID answers; switch it on";
  }
  SECTION("another unit at its address") {
    found.units[0].addresses[0].is_ambiguous = true;
    cause = "at 192.168.1.10:7255 another unit answers too";
  }
  SECTION("an ID of several units") {
    auto left = found.units[0], right = found.units[0];
    left.host_name = "Left";
    right.host_name = "Right";
    right.addresses[0].endpoint = Endpoint::ipv4(0xC0A8010B, 7255);
    found.identity_conflicts = {{found.units[0].key, {"Left", "Right"}, {left, right}}};
    cause =
        "several units have this ID: \"Left\" at 192.168.1.10:7255, \"Right\" at 192.168.1.11:7255; give each "
        "its own";
  }
  SECTION("no such service") {
    service = 9;
    cause = "has no service 9; its lasers are 1, 2";
  }
  SECTION("no laser") {
    service = 5;
    cause = "service 5 is of type dmx, not a laser; its lasers are 1, 2";
  }
  SECTION("no laser at all") {
    service = 5;
    found.units[0].services.erase(found.units[0].services.begin(), found.units[0].services.begin() + 2);
    cause = "it has no laser, choose another unit";
  }
  const auto refusal = locating(service, found);
  CHECK(refusal.code == cli::kEnvironment);
  CHECK(refusal.text.find("--target 01-123456789ABC: ") == 0);
  CHECK(refusal.text.find(cause) != std::string::npos);
}

TEST_CASE("a unit that did not report its services is taken at its word", "[sender]") {
  auto found = one_unit();
  found.units[0].services.clear();
  found.units[0].has_service_map = false;
  CHECK(locating(9, found).code == cli::kOk);
}

TEST_CASE("the service after the slash is the service streamed to, and contradictions are refused",
          "[sender]") {
  CHECK(located({.target = "127.0.0.1:9000/3"}).service == 3);
  CHECK(located({.target = "127.0.0.1:9000/3"}).target == "127.0.0.1:9000");
  CHECK(located({.target = "127.0.0.1/3", .service = 3}).service == 3);
  CHECK(located({.target = "127.0.0.1", .service = 4}).service == 4);
  CHECK(refusal_of([] { located({.target = "127.0.0.1/3", .service = 4}); }).code == cli::kUsage);
}

TEST_CASE("IPv6 targets are refused by name", "[sender]") {
  for (const char* ipv6 : {"::1", "[::1]:7255", "fe80::1%eth0", "[::1]", "::1/2"}) {
    CAPTURE(ipv6);
    CHECK_THROWS_WITH(parse_target(ipv6), Catch::Contains("IPv6 is not supported; give an IPv4 address"));
  }
}
