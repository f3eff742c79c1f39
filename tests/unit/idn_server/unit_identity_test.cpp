// SPDX-License-Identifier: MIT
#include "idn_server/unit_identity.hpp"

#include <set>

#include "support/catch.hpp"

namespace idn::server {
namespace {

TEST_CASE("the unit ID is a locally administered address of one station", "[server]") {
  for (std::uint16_t port = 7000; port < 7300; ++port) {
    const wire::UnitId id = derive_unit_id("machine", port);
    REQUIRE(id.is_valid());
    CHECK(id.octets[0] == 7);
    CHECK(id.octets[1] == wire::UnitId::kCategoryEui48);
    CHECK((id.octets[2] & 0x03) == 0x02);
  }
}

TEST_CASE("the unit ID depends on machine and port and on nothing else", "[server]") {
  std::set<wire::UnitId> ids;
  for (const auto* machine : {"a", "b", ""})
    for (const unsigned port : {0u, 1u, 7255u, 7256u, 0xFF00u, 0xFFFFu}) {
      const auto id = derive_unit_id(machine, static_cast<std::uint16_t>(port));
      CHECK(id == derive_unit_id(machine, static_cast<std::uint16_t>(port)));
      ids.insert(id);
    }
  CHECK(ids.size() == 18);
}

TEST_CASE("this machine has an identity and a name", "[server]") {
  CHECK_FALSE(machine_identity().empty());
  CHECK(machine_identity() == machine_identity());
  CHECK_FALSE(host_name().empty());
}

}  // namespace
}  // namespace idn::server
