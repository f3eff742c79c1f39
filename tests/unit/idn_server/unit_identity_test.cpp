// SPDX-License-Identifier: MIT
#include "idn_server/unit_identity.hpp"

#include <set>

#include "support/catch.hpp"

namespace idn::server {
namespace {

TEST_CASE("the unit ID is a locally administered address of one station", "[server]") {
  for (std::uint16_t port = 7000; port < 7300; ++port)
    for (const auto& id : {derive_unit_id("machine", Endpoint::ipv4(0, port)), random_unit_id()}) {
      REQUIRE(id.is_valid());
      CHECK(id.octets[0] == 7);
      CHECK(id.octets[1] == wire::UnitId::kCategoryEui48);
      CHECK((id.octets[2] & 0x03) == 0x02);
    }
}

TEST_CASE("a derived unit ID depends on machine, address and port and on nothing else", "[server]") {
  std::set<wire::UnitId> ids;
  for (const auto* machine : {"a", "b", ""})
    for (const std::uint32_t address : {0u, 1u, 0x7F000001u})
      for (const unsigned port : {0u, 1u, 7255u, 7256u, 0xFF00u, 0xFFFFu}) {
        const auto local = Endpoint::ipv4(address, static_cast<std::uint16_t>(port));
        const auto id = derive_unit_id(machine, local);
        CHECK(id == derive_unit_id(machine, local));
        ids.insert(id);
      }
  CHECK(ids.size() == 54);
}

TEST_CASE("unit IDs made by chance differ", "[server]") {
  CHECK(random_unit_id() != random_unit_id());
}

TEST_CASE("a unit ID is read as it is printed", "[server]") {
  const auto id = parse_unit_id("01-123456789ABC");
  REQUIRE(id);
  CHECK(*id == wire::UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC}));
  CHECK(parse_unit_id("01-123456789abc") == id);
  CHECK(to_string(*parse_unit_id("7F-0102030405060708090A0B0C0D0E")) == "7F-0102030405060708090A0B0C0D0E");
  for (const auto* text : {"", "01", "01-", "01-1", "01-123", "0112", "1-12345", "01-12345678 ABC", "0x-1234",
                           "01_1234", "01-0102030405060708090A0B0C0D0E0F", "-1-1234"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_unit_id(text));
  }
}

TEST_CASE("this machine has an identity and a name", "[server]") {
  CHECK_FALSE(machine_identity().empty());
  CHECK(machine_identity() == machine_identity());
  CHECK_FALSE(host_name().empty());
}

}  // namespace
}  // namespace idn::server
