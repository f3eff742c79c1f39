// SPDX-License-Identifier: MIT
#include "plugins/etherdream/options.hpp"

#include "plugins/etherdream/announcer.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::etherdream;

namespace {

std::variant<BridgeOptions, int> parse_line(std::vector<const char*> words) {
  words.insert(words.begin(), "idn_etherdream");
  return parse_options(static_cast<int>(words.size()), words.data());
}

BridgeOptions options_of(const std::vector<const char*>& words) {
  const auto parsed = parse_line(words);
  REQUIRE(std::holds_alternative<BridgeOptions>(parsed));
  return std::get<BridgeOptions>(parsed);
}

constexpr std::uint32_t kCable = 0xC0A8'0132, kWireless = 0x0A00'0005;

std::vector<NetworkInterface> interfaces() {
  return {{.name = "lo", .address = 0x7F00'0001, .netmask = 0xFF00'0000, .is_loopback = true},
          {.name = "eth0", .address = kCable, .netmask = 0xFFFF'FF00, .can_broadcast = true},
          {.name = "wlan0", .address = kWireless, .netmask = 0xFFFF'0000, .can_broadcast = true},
          {.name = "tun0", .address = 0x0A08'0001}};
}

}  // namespace

TEST_CASE("Ether Dream: without options it is what clients assume", "[plugins][etherdream]") {
  const BridgeOptions options = options_of({"Left"});
  CHECK(options.targets == std::vector<std::string>{"Left"});
  CHECK(options.addresses.empty());
  CHECK(options.announce_to.empty());
  CHECK(options.port == 7765);
  CHECK(options.firmware.buffer_capacity == 1799);
  CHECK(options.firmware.max_point_rate == 100'000);
  CHECK_FALSE(options.behaviour.use_intensity);
  CHECK_FALSE(options.behaviour.keep_emergency_stop);
}

TEST_CASE("Ether Dream: firmware and places are read from the command line", "[plugins][etherdream]") {
  const BridgeOptions options =
      options_of({"Left",           "Right",         "--address",       "192.168.1.50",
                  "--address",      "192.168.1.51",  "--capacity",      "3999",
                  "--max-rate",     "60k",           "--sw-revision",   "1",
                  "--version-text", "0.5",           "--announce-to",   "10.0.0.9",
                  "--announce-to",  "10.0.0.8:7777", "--use-intensity", "--keep-emergency-stop"});
  CHECK(options.addresses == std::vector<std::uint32_t>{0xC0A8'0132, 0xC0A8'0133});
  CHECK(options.firmware.buffer_capacity == 3999);
  CHECK(options.firmware.max_point_rate == 60'000);
  CHECK(options.firmware.software_revision == 1);
  CHECK(options.firmware.version == "0.5");
  CHECK(options.announce_to ==
        std::vector{Endpoint::ipv4(0x0A00'0009, 7654), Endpoint::ipv4(0x0A00'0008, 7777)});
  CHECK(options.behaviour.use_intensity);
  CHECK(options.behaviour.keep_emergency_stop);
}

TEST_CASE("Ether Dream: each DAC has an address for itself", "[plugins][etherdream]") {
  CHECK(std::get<int>(parse_line({"Left", "Right"})) == 2);
  CHECK(std::get<int>(parse_line({"Left", "Right", "--address", "10.0.0.1"})) == 2);
  CHECK(std::get<int>(parse_line({"Left", "--address", "0.0.0.0"})) == 2);
  CHECK(std::get<int>(parse_line({"L", "R", "--address", "10.0.0.1", "--address", "10.0.0.1"})) == 2);
  CHECK(std::get<int>(parse_line({"Left", "--version-text", "123456789012345678901234567890123"})) == 2);
  CHECK(std::get<int>(parse_line({"Left", "--announce-to", "10.0.0.1:0"})) == 2);
}

TEST_CASE("Ether Dream: projectors that are named keep their settings", "[plugins][etherdream]") {
  Venue venue;
  venue.defaults.rate = 20'000;
  venue.projectors = {{.target = "Left", .name = "L", .settings = {.rate = 50'000}},
                      {.target = "Other", .name = ""}};
  const auto chosen = choose_projectors(venue, {"Right", "Left"});
  REQUIRE(chosen.projectors.size() == 2);
  CHECK(chosen.projectors[0].target == "Right");
  CHECK(chosen.projectors[0].settings.rate == 20'000);
  CHECK(chosen.projectors[1].name == "L");
  CHECK(chosen.projectors[1].settings.rate == 50'000);
  CHECK(choose_projectors(venue, {"L"}).projectors.at(0).target == "Left");
  CHECK(choose_projectors(venue, {}).projectors.size() == 2);
}

TEST_CASE("Ether Dream: hardware addresses are those of no maker, and differ", "[plugins][etherdream]") {
  const auto left = hardware_address("Left"), right = hardware_address("Right");
  CHECK(left[0] == 0x02);
  CHECK(left != right);
  CHECK(left == hardware_address("Left"));
}

TEST_CASE("Ether Dream: broadcasts go to the networks where the DAC is", "[plugins][etherdream]") {
  const auto all = interfaces();
  CHECK(broadcast_routes(kWireless, 7654, all) ==
        std::vector<Route>{{kWireless, Endpoint::ipv4(0x0A00'FFFF, 7654)}});
  CHECK(broadcast_routes(0, 7654, all) == std::vector<Route>{{kCable, Endpoint::ipv4(0xC0A8'01FF, 7654)},
                                                             {kWireless, Endpoint::ipv4(0x0A00'FFFF, 7654)}});
  CHECK(broadcast_routes(0x7F00'0003, 7654, all) ==
        std::vector<Route>{{0x7F00'0003, Endpoint::ipv4(0x7FFF'FFFF, 7654)}});
  CHECK(broadcast_routes(0, 7654, {all[0]}) ==
        std::vector<Route>{{0x7F00'0001, Endpoint::ipv4(0x7FFF'FFFF, 7654)}});
  CHECK(broadcast_routes(0x0B00'0001, 7654, all).empty());
}
