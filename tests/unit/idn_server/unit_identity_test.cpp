// SPDX-License-Identifier: MIT
#include "idn_server/unit_identity.hpp"

#include "support/catch.hpp"

namespace idn::server {
namespace {

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

TEST_CASE("this machine has a name", "[server]") {
  CHECK_FALSE(host_name().empty());
}

}  // namespace
}  // namespace idn::server
