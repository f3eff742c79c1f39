// SPDX-License-Identifier: MIT
#include "idn/io/receive/unit_loop.hpp"

#include <set>

#include "support/catch.hpp"

using namespace idn;

TEST_CASE("the unit ID is a locally administered address of one station", "[io]") {
  for (std::uint16_t port = 7000; port < 7300; ++port)
    for (const auto& id : {io::derive_unit_id("machine", Endpoint::ipv4(0, port)), io::random_unit_id()}) {
      REQUIRE(id.is_valid());
      CHECK(id.octets[0] == 7);
      CHECK(id.octets[1] == wire::UnitId::kCategoryEui48);
      CHECK((id.octets[2] & 0x03) == 0x02);
    }
}

TEST_CASE("a derived unit ID depends on machine, address and port and on nothing else", "[io]") {
  std::set<wire::UnitId> ids;
  for (const auto* machine : {"a", "b", ""})
    for (const std::uint32_t address : {0u, 1u, 0x7F000001u})
      for (const unsigned port : {0u, 1u, 7255u, 7256u, 0xFF00u, 0xFFFFu}) {
        const auto local = Endpoint::ipv4(address, static_cast<std::uint16_t>(port));
        const auto id = io::derive_unit_id(machine, local);
        CHECK(id == io::derive_unit_id(machine, local));
        ids.insert(id);
      }
  CHECK(ids.size() == 54);
}

TEST_CASE("unit IDs made by chance differ", "[io]") {
  CHECK(io::random_unit_id() != io::random_unit_id());
}

TEST_CASE("this machine has an identity that stays", "[io]") {
  CHECK_FALSE(io::machine_identity().empty());
  CHECK(io::machine_identity() == io::machine_identity());
}
