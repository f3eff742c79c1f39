// SPDX-License-Identifier: MIT
#include "sender/unit_event.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;
using stream::UnitEvent;

namespace {

const Endpoint kFrom = Endpoint::ipv4(0xC0A80A02, kIdnPort), kTo = Endpoint::ipv4(0xC0A80A16, kIdnPort);

}  // namespace

TEST_CASE("a unit that moved is told with both addresses and the time without light", "[sender]") {
  const UnitEvent moved{.kind = UnitEvent::Kind::Moved, .from = kFrom, .to = kTo, .dark = 1430ms};
  CHECK(describe(moved) == "moved from 192.168.10.2:7255 to 192.168.10.22:7255; dark for 1.4 s");
  CHECK(
      to_json("01-0200000000A1/1", moved).dump() ==
      R"({"event":"moved","unit":"01-0200000000A1/1","from":"192.168.10.2:7255","to":"192.168.10.22:7255","dark_s":1.43})");
  const UnitEvent back{.kind = UnitEvent::Kind::Moved, .from = kFrom, .to = kFrom, .dark = 2s};
  CHECK(describe(back) == "is back at 192.168.10.2:7255; dark for 2.0 s");
}

TEST_CASE("another unit at the address, or with the same ID, is told with its place", "[sender]") {
  const UnitEvent displaced{
      .kind = UnitEvent::Kind::Displaced, .from = kFrom, .other = {wire::UnitId::eui48({2, 0, 0, 0, 0, 0xD4})}};
  CHECK(
      describe(displaced) ==
      "another unit, 01-0200000000D4, answers at 192.168.10.2:7255; dark until the stream's own unit is found");
  CHECK(to_json("u", displaced)["by"] == "01-0200000000D4");
  const UnitEvent ambiguous{.kind = UnitEvent::Kind::Ambiguous, .from = kFrom, .to = kTo};
  CHECK(describe(ambiguous) ==
        "another unit at 192.168.10.22:7255 has the same ID; the stream stays at 192.168.10.2:7255; "
        "give each unit its own ID");
  CHECK(to_json("u", ambiguous)["also_at"] == "192.168.10.22:7255");
}
