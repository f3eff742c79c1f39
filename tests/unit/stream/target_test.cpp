// SPDX-License-Identifier: MIT
#include "idn/stream/find/target.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace idn::stream;

namespace {

const wire::UnitId kId = wire::UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC});

/// A unit at 192.168.1.10 with a laser 1 and a DMX512 output 5.
UnitList one_unit() {
  FoundUnit unit{.key = {kId}, .has_service_map = true};
  unit.addresses = {{.endpoint = Endpoint::ipv4(0xC0A8010A, 7255), .interface_name = "eth0"},
                    {.endpoint = Endpoint::ipv4(0x0A00000A, 7255), .interface_name = "wlan0"}};
  unit.services = {wire::ServiceMapEntry{1, wire::ServiceType::LaserProjector, 0, 0, {}},
                   wire::ServiceMapEntry{5, wire::ServiceType::Dmx512, 0, 0, {}}};
  return {.units = {unit}};
}

TargetError fault_of(const char* text) {
  CAPTURE(text);
  const auto target = parse_target(text);
  REQUIRE_FALSE(target);
  return target.error();
}

}  // namespace

TEST_CASE("a target is a host with or without a port and a service", "[stream]") {
  CHECK(parse_target("beam-left")->host == "beam-left");
  CHECK(parse_target("beam-left")->port == 7255);
  CHECK_FALSE(parse_target("beam-left")->service);
  CHECK(parse_target("10.0.0.7:9000/3")->port == 9000);
  CHECK(parse_target("10.0.0.7:9000/3")->service == 3);
  CHECK(parse_target("beam-left/255")->host == "beam-left");
}

TEST_CASE("a target is a unit ID, unless it has a port", "[stream]") {
  CHECK(parse_target("01-123456789abc")->unit == kId);
  CHECK(parse_target("01-123456789ABC/2")->service == 2);
  CHECK(parse_target("01-123456789ABC/2")->host.empty());
  CHECK_FALSE(parse_target("01-123456789ABC:7255")->unit);
  CHECK(parse_target("01-123456789ABC:7255")->host == "01-123456789ABC");
}

TEST_CASE("a text that names no receiver is refused with its reason", "[stream]") {
  for (const char* text : {"", ":7255", "/1"}) CHECK(fault_of(text) == TargetError::NoHost);
  for (const char* text : {"host:", "host:0", "host:70000", "host:12x"})
    CHECK(fault_of(text) == TargetError::Port);
  for (const char* text : {"host/", "host/0", "host/256", "host/x", "01-123456789ABC/"})
    CHECK(fault_of(text) == TargetError::Service);
  for (const char* text : {"::1", "[::1]:7255", "fe80::1%eth0", "[::1]", "::1/2"})
    CHECK(fault_of(text) == TargetError::Ipv6);
}

TEST_CASE("a device name is the target of its service", "[stream]") {
  CHECK(device_name({kId}, 7) == "01-123456789ABC/7");
  CHECK(parse_target(device_name({kId}, 7))->unit == kId);
  const auto by_address = parse_target(device_name(UnitKey::of({}, Endpoint::ipv4(0x7F000001, 9000)), 7));
  CHECK(by_address->host == "127.0.0.1");
  CHECK(by_address->port == 9000);
  CHECK(by_address->service == 7);
}

TEST_CASE("a stream can go to a unit at its preferred address, for a laser that it has", "[stream]") {
  auto found = one_unit();
  CHECK(locate(kId, 0, found) == Endpoint::ipv4(0xC0A8010A, 7255));
  CHECK(locate(kId, 1, found) == Endpoint::ipv4(0xC0A8010A, 7255));
  CHECK(locate(kId, 9, found).error() == LocateError::NoService);
  CHECK(locate(kId, 5, found).error() == LocateError::NoLaser);
  found.units[0].has_service_map = false;
  CHECK(locate(kId, 9, found).has_value());
  found.units[0].addresses[0].is_ambiguous = true;
  CHECK(locate(kId, 1, found).error() == LocateError::Ambiguous);
  found.identity_conflicts = {{found.units[0].key, {"Beam", "Clone"}}};
  CHECK(locate(kId, 1, found).error() == LocateError::SharedId);
  found.units.clear();
  CHECK(locate(kId, 1, found).error() == LocateError::NoUnit);
}
