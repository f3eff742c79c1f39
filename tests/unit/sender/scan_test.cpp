// SPDX-License-Identifier: MIT
#include "cli/json_text.hpp"
#include "cli/text.hpp"
#include "sender/scan/changes.hpp"
#include "sender/scan/listing.hpp"
#include "sender/scan/service_names.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;

namespace {

stream::FoundUnit example_unit() {
  using wire::ServiceType;
  stream::FoundUnit unit{.key = {wire::UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC})},
                         .host_name = "Beam",
                         .status = wire::ScanResponse::kRealtime,
                         .protocol_version = 0x01,
                         .has_service_map = true};
  unit.addresses = {{.endpoint = Endpoint::ipv4(0xC0A8010A, 7255),
                     .interface_name = "eth0",
                     .is_local_network = true,
                     .answers_unicast = true,
                     .round_trip = 310us},
                    {.endpoint = Endpoint::ipv4(0x0A00000A, 7255), .interface_name = ""}};
  unit.services = {{1, ServiceType::LaserProjector, 1, 0, wire::FixedText<20>("Left")},
                   {5, ServiceType::Dmx512, 0, 0, wire::FixedText<20>("Fog")}};
  return unit;
}

stream::UnitList list_of(std::vector<stream::FoundUnit> units) {
  return {.units = std::move(units)};
}

std::vector<std::string> lines_between(const stream::UnitList& before, const stream::UnitList& after) {
  std::vector<std::string> lines;
  for (const auto& change : changes_between(before, after)) lines.push_back(change_text(change));
  return lines;
}

}  // namespace

TEST_CASE("a unit is listed with its addresses and services", "[sender]") {
  CHECK(unit_text(example_unit()) ==
        "01-123456789ABC  ready  Beam\n"
        "  192.168.1.10:7255      eth0        0.31 ms\n"
        "  10.0.0.10:7255         a router          -  answers broadcasts only\n"
        "  01-123456789ABC/1      laser       default  Left\n"
        "  service 5              dmx                  Fog\n");
}

TEST_CASE("the only service of a unit is a laser if its type is unknown, and the list says so", "[sender]") {
  auto unit = example_unit();
  const auto listed = [&](int type) {
    unit.services = {{1, static_cast<wire::ServiceType>(type), 1, 0, wire::FixedText<20>("Wave")}};
    const bool has_device = unit_json(unit, "unit")["services"][0].contains("device");
    CHECK(has_device == unit.is_laser(unit.services[0]));
    const std::string text = unit_text(unit);
    return text.substr(text.rfind('\n', text.size() - 2) + 1);  // the last line
  };
  CHECK(listed(0x01) == "  01-123456789ABC/1      0x01        default  Wave  type unknown, taken as a laser\n");
  CHECK(listed(0x00) == "  01-123456789ABC/1      unknown     default  Wave  type unknown, taken as a laser\n");
  CHECK(listed(0x80) == "  01-123456789ABC/1      laser       default  Wave\n");
  CHECK(listed(0x05) == "  service 1              dmx         default  Wave\n");
  CHECK(listed(0x84) == "  service 1              audio       default  Wave\n");
  unit.services = example_unit().services;
  unit.services[1].type = static_cast<wire::ServiceType>(0x01);
  CHECK_FALSE(unit.is_laser(unit.services[1]));
}

TEST_CASE("what a unit did not tell is not shown as absent", "[sender]") {
  auto unit = example_unit();
  unit.services.clear();
  CHECK(unit_text(unit).find("did not report") == std::string::npos);
  CHECK(unit_json(unit, "unit")["services"] == nlohmann::json::array());
  unit.has_service_map = false;
  CHECK(unit_text(unit).find("did not report its services") != std::string::npos);
  CHECK(unit_json(unit, "unit")["services"].is_null());
}

TEST_CASE("the JSON object of a unit holds what the listing shows", "[sender]") {
  const auto object = nlohmann::json::parse(cli::json_line(unit_json(example_unit(), "unit")));
  CHECK(object["event"] == "unit");
  CHECK(object["id"] == "01-123456789ABC");
  CHECK(object["name"] == "Beam");
  CHECK(object["status"].empty());
  CHECK(object["protocol"] == "0.1");
  CHECK(object["addresses"][0]["address"] == "192.168.1.10");
  CHECK(object["addresses"][0]["port"] == 7255);
  CHECK(object["addresses"][0]["interface"] == "eth0");
  CHECK(object["addresses"][0]["round_trip_us"] == 310.0);
  CHECK(object["addresses"][1]["interface"].is_null());
  CHECK(object["addresses"][1]["round_trip_us"].is_null());
  CHECK(object["addresses"][1]["answers_unicast"] == false);
  CHECK(object["services"][0]["device"] == "01-123456789ABC/1");
  CHECK(object["services"][0]["default"] == true);
  CHECK(object["services"][1]["type"] == "dmx");
  CHECK_FALSE(object["services"][1].contains("device"));
}

TEST_CASE("each status bit has its word", "[sender]") {
  CHECK(status_text(0x01) == "ready");
  CHECK(status_text(0x81) == "malfunction");
  CHECK(status_text(0x41) == "offline");
  CHECK(status_text(0x21) == "group excluded");
  CHECK(status_text(0x11) == "occupied");
  CHECK(status_text(0x00) == "no streaming");
  CHECK(status_text(0xF0) == "malfunction, offline, group excluded, occupied, no streaming");
  CHECK(status_text(0x0F) == "ready");
}

TEST_CASE("each service type has its word", "[sender]") {
  const auto name = [](int type) { return service_type_name(static_cast<wire::ServiceType>(type)); };
  CHECK(name(0x80) == "laser");
  CHECK(name(0x83) == "laser");
  CHECK(name(0x84) == "audio");
  CHECK(name(0x05) == "dmx");
  CHECK(name(0x90) == "0x90");
}

TEST_CASE("names from the network cannot steer the terminal or break a line", "[sender][cli]") {
  auto unit = example_unit();
  unit.host_name = "\x1b[2Jgone\nnext";
  CHECK(unit_text(unit).find("ready  ?[2Jgone?next\n") != std::string::npos);
  CHECK(cli::printable("Küche \u65e5\u672c \U0001F600") == "Küche \u65e5\u672c \U0001F600");
  CHECK(cli::printable("a\x7f"
                       "b\xc2\x9b"
                       "c") == "a?b?c");
  CHECK(cli::printable("\u202Eevil") == "?evil");
  CHECK(cli::printable("\xff\xc3") == "??");
  CHECK(cli::printable("\xc0\xaf") == "??");            // not the shortest form
  CHECK(cli::printable("\xed\xa0\x80") == "???");       // half of a surrogate pair
  CHECK(cli::printable("\xf4\x90\x80\x80") == "????");  // above U+10FFFF
  unit.host_name = "\xff";
  CHECK(nlohmann::json::accept(cli::json_line(unit_json(unit, "unit"))));
}

TEST_CASE("units that come and go are told", "[sender]") {
  const auto one = list_of({example_unit()});
  CHECK(lines_between({}, one) ==
        std::vector<std::string>{"found   01-123456789ABC  ready  Beam; at 192.168.1.10:7255 on eth0, "
                                 "10.0.0.10:7255 on a router; services 1 laser \"Left\", 5 dmx \"Fog\""});
  CHECK(lines_between(one, {}) == std::vector<std::string>{"gone    01-123456789ABC  Beam"});
  CHECK(lines_between(one, one).empty());
}

TEST_CASE("what changes about a unit is told in one line", "[sender]") {
  auto changed = example_unit();
  std::string what;
  SECTION("name") {
    changed.host_name = "Other";
    what = "name \"Other\", was \"Beam\"";
  }
  SECTION("status") {
    changed.status = 0x11;
    what = "occupied, was ready";
  }
  SECTION("address") {
    changed.addresses[1].endpoint.port = 9000;
    what = "new address 10.0.0.10:9000 on a router; gone: address 10.0.0.10:7255 on a router";
  }
  SECTION("service") {
    changed.services.pop_back();
    what = "gone: service 5 dmx \"Fog\"";
  }
  CHECK(lines_between(list_of({example_unit()}), list_of({changed})) ==
        std::vector<std::string>{"changed 01-123456789ABC  " + what});
}

TEST_CASE("round trips and missed rounds are no change", "[sender]") {
  auto later = example_unit();
  later.addresses[0].round_trip = 999us;
  later.addresses[1].missed_rounds = 2;
  CHECK(lines_between(list_of({example_unit()}), list_of({later})).empty());
}

TEST_CASE("problems and conflicts are one line with a remedy", "[sender]") {
  const auto other = stream::UnitKey::of(wire::UnitId::eui48({2, 0, 0, 0, 0, 1}), {});
  CHECK(problem_text({"eth1", "is down"}) == "eth1 is down");
  CHECK(conflict_text(
            stream::AddressConflict{Endpoint::ipv4(0xC0A8010A, 7255), "eth0", {example_unit().key, other}}) ==
        "conflict: 192.168.1.10:7255 on eth0 answers as 01-123456789ABC, 01-020000000001; give each unit its "
        "own address");
  CHECK(conflict_text(stream::IdentityConflict{other, {"A", "B\n"}}) ==
        "conflict: units named \"A\", \"B?\" all have the ID 01-020000000001; change the ID of all but one");
}
