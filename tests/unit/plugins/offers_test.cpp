// SPDX-License-Identifier: MIT
#include "plugins/tool/offers.hpp"

#include <algorithm>

#include "idn/stream/find/target.hpp"
#include "support/catch.hpp"

using namespace idn;
using plugins::offers;

namespace {

constexpr Endpoint kLeft = Endpoint::ipv4(0x0A00000B, 7255), kHost = Endpoint::ipv4(0x0A00000C, 7255);

stream::UnitKey key_of(const std::string& id) {
  return {.id = stream::parse_target(id)->unit.value(), .address = std::nullopt};
}

stream::UnitAddress address_of(const Endpoint& endpoint) {
  stream::UnitAddress address;
  address.endpoint = endpoint;
  return address;
}

stream::FoundUnit unit_left() {
  stream::FoundUnit unit;
  unit.key = key_of("01-123456789ABC");
  unit.host_name = "Left";
  unit.addresses = {address_of(kLeft)};
  unit.has_service_map = true;
  unit.services.resize(2);
  unit.services[0].service_id = 1;
  unit.services[0].type = wire::ServiceType::LaserProjector;
  unit.services[1].service_id = 2;
  unit.services[1].type = wire::ServiceType::Dmx512;
  return unit;
}

/// A network with the unit at 10.0.0.11, and another unit behind a router, which answers unicast requests only.
stream::UnitList network(const std::vector<Endpoint>& asked, bool with_broadcast) {
  stream::UnitList found;
  const bool asks_left = std::ranges::count(asked, kLeft) > 0;
  if (with_broadcast || asks_left) found.units.push_back(unit_left());
  if (std::ranges::count(asked, kHost) > 0) {
    stream::FoundUnit host = unit_left();
    host.key = key_of("01-000000000001");
    host.host_name = "Right";
    host.addresses = {address_of(kHost)};
    found.units.push_back(host);
  }
  return found;
}

std::optional<Endpoint> names(const std::string& host, std::uint16_t port) {
  if (host == "right.example") return kHost;
  if (host == "10.0.0.11") return Endpoint::ipv4(0x0A00000B, port);
  if (host == "10.0.0.99") return Endpoint::ipv4(0x0A000063, port);
  return std::nullopt;
}

plugins::Offer offer_for(const std::string& target) {
  Venue venue;
  venue.projectors.push_back({.target = target, .name = {}, .settings = {}});
  return offers(venue, network, names).at(0);
}

}  // namespace

TEST_CASE("idn_plugins: projectors of one name are told apart, whichever answers first", "[plugins]") {
  const bool is_reversed = GENERATE(false, true);
  const auto twins = [&](const std::vector<Endpoint>&, bool) {
    stream::UnitList found{.units = {unit_left(), unit_left(), unit_left()}};
    found.units[1].key = key_of("01-000000000001");
    found.units[2].key = key_of("01-000000000002");
    found.units[2].host_name = "Right";
    if (is_reversed) std::ranges::reverse(found.units);
    return found;
  };
  auto all = offers({}, twins, names);
  if (is_reversed) std::ranges::reverse(all);
  REQUIRE(all.size() == 3);
  CHECK(all[0].name == "Left 01-123456789ABC/1");
  CHECK(all[1].name == "Left 01-000000000001/1");
  CHECK(all[2].name == "Right");
}

TEST_CASE("idn_plugins: units of one ID are devices of their own", "[plugins]") {
  const auto clones = [](const std::vector<Endpoint>&, bool) {
    stream::FoundUnit left = unit_left(), right = unit_left();
    left.key.address = kLeft;
    right.key.address = kHost;
    right.host_name = "Right";
    right.addresses = {address_of(kHost)};
    return stream::UnitList{.units = {unit_left()},
                            .identity_conflicts = {{unit_left().key, {"Left", "Right"}, {left, right}}}};
  };
  const auto all = offers({}, clones, names);
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "Left");
  CHECK(all[0].target == "10.0.0.11:7255/1");
  CHECK(all[1].name == "Right");
  CHECK(all[1].at == kHost);
}

TEST_CASE("idn_plugins: names that differ only behind what hosts show are told apart", "[plugins]") {
  const auto long_names = [](const std::vector<Endpoint>&, bool) {
    stream::UnitList found{.units = {unit_left()}};
    auto& unit = found.units[0];
    unit.host_name = "A unit of 20 octets!";
    unit.services[1].type = wire::ServiceType::LaserProjector;
    unit.services[0].name = wire::FixedText<20>("Projector left");
    unit.services[1].name = wire::FixedText<20>("Projector right");
    return found;
  };
  const auto all = offers({}, long_names, names);
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "A unit of 20 01-123456789ABC/1");
  CHECK(all[1].name == "A unit of 20 01-123456789ABC/2");
}

TEST_CASE("idn_plugins: without a list of devices it offers every projector that is found", "[plugins]") {
  const auto all = offers({}, network, names);
  REQUIRE(all.size() == 1);
  CHECK(all[0].name == "Left");
  CHECK(all[0].target == "01-123456789ABC/1");
  CHECK(all[0].at == kLeft);
}

TEST_CASE("idn_plugins: of a unit with several projectors each has its own name", "[plugins]") {
  const auto several = [](const std::vector<Endpoint>&, bool) {
    stream::UnitList found;
    found.units.push_back(unit_left());
    wire::ServiceMapEntry second = found.units[0].services[0];
    second.service_id = 3;
    found.units[0].services.push_back(second);
    return found;
  };
  const auto all = offers({}, several, names);
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "Left 01-123456789ABC/1");
  CHECK(all[1].name == "Left 01-123456789ABC/3");
}

TEST_CASE("idn_plugins: devices answer by ID, name, address and host name", "[plugins]") {
  for (const std::string target :
       {"01-123456789ABC", "01-123456789ABC/1", "Left", "10.0.0.11", "10.0.0.11/1"}) {
    CAPTURE(target);
    CHECK(offer_for(target).at == kLeft);
  }
  CHECK(offer_for("right.example").at == kHost);
}

TEST_CASE("idn_plugins: it tells why a device is missing", "[plugins]") {
  CHECK(offer_for("01-000000000009").missing == "does not answer; check its power, cable and network");
  CHECK(offer_for("10.0.0.99").missing == "does not answer; check its power, cable and network");
  CHECK(offer_for("Middle").missing == "no unit and no host has this name; check it and the network");
  CHECK(offer_for("10.0.0.11/7").missing == "the unit has no service 7; `idn_sender scan` lists what it has");
  CHECK(offer_for("[::1]").missing == "names no unit and no host; `idn_sender scan` lists what there is");
}
