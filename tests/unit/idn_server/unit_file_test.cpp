// SPDX-License-Identifier: MIT
#include "idn_server/config/unit_file.hpp"

#include "cli/failure.hpp"
#include "support/catch.hpp"

namespace idn::server {
namespace {

/// The error message for a file with this content.
std::string message_for(const std::string& content) {
  try {
    read_units(content, "units.toml");
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kUsage);
    return failure.what();
  }
  return "none";
}

TEST_CASE("a file describes units with everything that can be said of them", "[server]") {
  const auto units = read_units(R"(
[[unit]]
name = "Left"
bind = "127.0.0.1"
port = 7300
unit_id = "01-0242AC110A05"
group_mask = 0x00FF
auth_code = "open sesame"
max_sessions = 8
max_sessions_per_source = 2
allow = ["10.0.0.0/8", "192.168.1.7"]
buffer = "20ms"
adaptive = true
clock_ppm = -12.5
max_rate = 52000
per_source = true
[[unit.service]]
id = 3
type = "laser"
name = "Stage"
[[unit.service]]
id = 1
type = 0x80
default = true
[[unit.service]]
id = 5
type = "dmx"
[[unit]]
name = "Right"
port = 0
)",
                                "units.toml");
  REQUIRE(units.size() == 2);
  const UnitOptions& left = units[0];
  CHECK(left.name == "Left");
  CHECK(left.address == 0x7F000001);
  CHECK(left.port == 7300);
  CHECK(left.unit_id == wire::UnitId::eui48({0x02, 0x42, 0xAC, 0x11, 0x0A, 0x05}));
  CHECK(left.group_mask == 0x00FF);
  CHECK(left.auth_code == "open sesame");
  CHECK(left.max_sessions == 8);
  CHECK(left.max_sessions_per_source == 2);
  CHECK(left.allow == std::vector<Subnet>{Subnet::ipv4(0x0A000000, 8), Subnet::ipv4(0xC0A80107, 32)});
  CHECK(left.output.playout().target_latency == std::chrono::milliseconds(20));
  CHECK(left.output.playout().is_adaptive);
  CHECK(left.output.playout().clock_error_ppb == -12'500);
  CHECK(left.output.max_rate == 52'000);
  CHECK(left.per_source);
  CHECK_FALSE(units[1].per_source);
  REQUIRE(left.services.size() == 3);
  CHECK(left.services[0].service_id == 3);
  CHECK(left.services[0].type == wire::ServiceType::LaserProjector);
  CHECK(left.services[0].name.view() == "Stage");
  CHECK_FALSE(left.services[0].is_default());
  CHECK(left.services[1].type == wire::ServiceType::LaserProjector);
  CHECK(left.services[1].name.view() == "service 1");
  CHECK(left.services[1].is_default());
  CHECK(left.services[2].is_default());
}

TEST_CASE("what a file does not say is as on a command line without options", "[server]") {
  const auto units = read_units("[[unit]]\nname = \"Right\"\n", "units.toml");
  REQUIRE(units.size() == 1);
  CHECK(units[0].address == 0);
  CHECK(units[0].port == 7255);
  CHECK_FALSE(units[0].unit_id);
  CHECK(units[0].group_mask == 0xFFFF);
  CHECK(units[0].auth_code.empty());
  CHECK(units[0].max_sessions == 64);
  CHECK(units[0].max_sessions_per_source == 16);
  CHECK(units[0].allow.empty());
  REQUIRE(units[0].services.size() == 1);
  CHECK(units[0].services[0].service_id == 1);
  CHECK(units[0].services[0].is_default());
}

TEST_CASE("a mistake is told in one line with its place, the key and the remedy", "[server]") {
  struct Case {
    const char* content;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {"port = 5\nport = 6", "2:8: "},
      {"", "1:1: unit is missing; describe each unit"},
      {"unit = []", "1:8: unit has to be given 1 to 256 times"},
      {"unit = 3", "1:8: unit has to be written as [[unit]]"},
      {"unit = [3]", "1:8: unit has to be written as [[unit]]"},
      {"[[unit]]\nname = \"A\"\n[server]\n", "3:2: server is not a key here; choose from unit"},
      {"[[unit]]\nport = 7255\n", "1:1: name is missing; give each unit one"},
      {"[[unit]]\nname = \"\"\n", "2:8: name has to be text"},
      {"[[unit]]\nname = 5\n", "2:8: name has to be text"},
      {"[[unit]]\nname = \"A\"\nbuffer = \"2s\"\n",
       "3:10: buffer has to be a time from \"1ms\" to \"1s\", \"auto\", or \"auto:\" and a probability from "
       "1e-6 to 0.1"},
      {"[[unit]]\nname = \"A\"\nlate = \"keep\"\n", "3:8: late has to be \"drop\" or \"play\""},
      {"[[unit]]\nname = \"A\"\nlate = \"play\"\nadaptive = true\n",
       "3:8: late \"play\" has no meaning where adaptive"},
      {"[[unit]]\nname = \"A\"\nclock_ppm = 20000\n",
       "3:13: clock_ppm has to be a number from -10000 to 10000"},
      {"[[unit]]\nname = \"A\"\nprot = 5\n",
       "3:1: prot is not a key here; choose from adaptive, allow, auth_code"},
      {"[[unit]]\nname = \"A\"\nbind = \"::1\"\n", "3:8: bind has to be an IPv4 address"},
      {"[[unit]]\nname = \"A\"\nport = 65536\n", "3:8: port has to be a whole number from 0 to 65535"},
      {"[[unit]]\nname = \"A\"\nport = \"1\"\n", "3:8: port has to be a whole number from 0 to 65535"},
      {"[[unit]]\nname = \"A\"\nport = 1.5\n", "3:8: port has to be a whole number"},
      {"[[unit]]\nname = \"A\"\nunit_id = \"A\"\n", "3:11: unit_id has to be like 01-123456789ABC"},
      {"[[unit]]\nname = \"A\"\ngroup_mask = 65536\n",
       "3:14: group_mask has to be a whole number from 0 to 65535"},
      {"[[unit]]\nname = \"A\"\nauth_code = \"1234567890123\"\n", "3:13: auth_code has to be at most 12"},
      {"[[unit]]\nname = \"A\"\nmax_sessions = 0\n",
       "3:16: max_sessions has to be a whole number from 1 to 1024"},
      {"[[unit]]\nname = \"A\"\nmax_sessions_per_source = -1\n", "3:27: max_sessions_per_source has to be"},
      {"[[unit]]\nname = \"A\"\nallow = \"10.0.0.0/8\"\n", "3:9: allow has to be an array"},
      {"[[unit]]\nname = \"A\"\nallow = [\"10.0.0.0/8\",\n\"x\"]\n", "4:1: allow has to be a list of IPv4"},
      {"[[unit]]\nname = \"A\"\nservice = 1\n", "3:11: service has to be written as [[service]]"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\ntype = \"laser\"\n", "3:1: id is missing; give each"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 1\n", "3:1: type is missing; choose laser"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 0\ntype = 1\n",
       "4:6: id has to be a whole number from 1 to 255"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 1\ntype = \"beam\"\n", "5:8: type has to be laser, dmx"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 1\ntype = 256\n", "5:8: type has to be laser, dmx"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 1\ntype = 1\ndefault = 1\n",
       "6:11: default has to be true or false"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 1\ntype = 1\nport = 1\n",
       "6:1: port is not a key here; choose from default, id, name, type"},
      {"[[unit]]\nname = \"A\"\nservice = [{id = 1, type = 1}, {id = 1, type = 2}]\n",
       "3:38: id 1 is taken by another service"},
      {"[[unit]]\nname = \"A\"\n[[unit.service]]\nid = 1\ntype = 1\ndefault = true\n[[unit.service]]\nid = 2\n"
       "type = 1\ndefault = true\n",
       "10:11: default is taken by another service of this type"},
      {"[[unit]]\nname = \"A\"\n[[unit]]\nname = \"A\"\nport = 0\n", "4:8: name is taken by another unit"},
      {"[[unit]]\nname = \"A\"\n[[unit]]\nname = \"B\"\n", "3:1: port 7255 is taken by \"A\""},
      {"[[unit]]\nname = \"A\"\nbind = \"127.0.0.1\"\n[[unit]]\nname = \"B\"\nport = 7255\n",
       "6:8: port 7255 is taken by \"A\""},
      {"[[unit]]\nname = \"A\"\nunit_id = \"01-12\"\n[[unit]]\nname = \"B\"\nport = 0\nunit_id = \"01-12\"\n",
       "7:11: unit_id is the ID of \"A\"; leave it out"},
  }));
  CAPTURE(c.content);
  const std::string message = message_for(c.content);
  CHECK(message.substr(0, std::string("units.toml:").size() + std::string(c.message).size()) ==
        std::string("units.toml:") + c.message);
  CHECK(message.find('\n') == std::string::npos);
}

TEST_CASE("units on different addresses may share a port", "[server]") {
  CHECK(message_for(
            "[[unit]]\nname = \"A\"\nbind = \"127.0.0.1\"\n[[unit]]\nname = \"B\"\nbind = \"127.0.0.2\"\n") ==
        "none");
}

TEST_CASE("a file that cannot be read is the environment's fault", "[server]") {
  const std::string path = GENERATE("/nonexistent/units.toml", "/");
  try {
    read_unit_file(path);
    FAIL("was accepted");
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kEnvironment);
    CHECK(std::string(failure.what()).find("--config") != std::string::npos);
  }
}

}  // namespace
}  // namespace idn::server
