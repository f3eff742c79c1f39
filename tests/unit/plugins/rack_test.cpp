// SPDX-License-Identifier: MIT
#include "plugins/common/rack.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include "support/catch.hpp"
#include "support/counting_projector.hpp"
#include "support/loopback_receiver.hpp"
#include "support/set_variable.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace std::chrono_literals;
using plugins::Arming;
using plugins::Rack;

namespace {

Venue settings_for(std::initializer_list<std::string> targets, const std::string& log = {}) {
  Venue settings;
  settings.log_file = log;
  for (const auto& target : targets)
    settings.projectors.push_back({.target = target, .name = {}, .settings = {}});
  return settings;
}

std::string contents_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_lit(const client::Device& device) {
  return device.status().armed;
}

}  // namespace

TEST_CASE("plug-ins: outputs are opened, closed and opened again, in the order of the settings", "[plugins]") {
  const test::LoopbackReceiver left(1), right(1);
  const test::TemporaryFolder folder;
  const std::string log = folder / "deep/plugins.log";
  auto settings = settings_for({to_string(left.endpoint()), to_string(right.endpoint())}, log);
  settings.projectors[0].name = "Left";
  settings.projectors[1].settings.hosts.armed = false;
  {
    Rack rack("test", settings, Arming::BySettings);
    REQUIRE(rack.scan() == 2);
    CHECK(rack.at(0)->name() == "Left");
    CHECK(rack.at(1)->name() == to_string(right.endpoint()));
    CHECK(rack.at(2) == nullptr);
    CHECK(rack.at(0)->problem() == "not opened");
    CHECK_FALSE(rack.at(0)->is_open());

    REQUIRE(rack.at(0)->open());
    REQUIRE(rack.at(1)->open());
    CHECK(is_lit(*rack.at(0)->device()));
    CHECK_FALSE(is_lit(*rack.at(1)->device()));
    CHECK(rack.at(0)->problem().empty());
    CHECK(rack.at(1)->problem() == "dark, since the settings have armed = false");

    const auto in_use = rack.at(0)->device();
    rack.at(0)->close();
    CHECK_FALSE(rack.at(0)->is_open());
    CHECK(rack.at(1)->is_open());
    CHECK(rack.scan() == 2);
  }
  const std::string text = contents_of(log);
  CHECK(text.find("test: begins as ") != std::string::npos);
  CHECK(text.find("test: Left: opened at " + to_string(left.endpoint()) + ", 30000 samples/s\n") !=
        std::string::npos);
  CHECK(text.find("test: Left: closed\n") != std::string::npos);
  CHECK(text.find("armed = false\n") != std::string::npos);
  CHECK(text.find("test: ends\n") != std::string::npos);
}

TEST_CASE("plug-ins: a device that is closed while a call plays to it can be opened again", "[plugins]") {
  const test::LoopbackReceiver receiver;
  Rack rack("test", settings_for({to_string(receiver.endpoint())}), Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  auto in_use = rack.at(0)->device();
  rack.at(0)->close();
  in_use.reset();
  CHECK(rack.at(0)->open());
}

TEST_CASE("plug-ins: who opens again waits for the call that still plays to the former device", "[plugins]") {
  const test::LoopbackReceiver receiver;
  Rack rack("test", settings_for({to_string(receiver.endpoint())}), Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  auto in_use = rack.at(0)->device();
  std::atomic<bool> is_closed{false}, is_open{false};
  std::thread host([&] {
    rack.at(0)->close();
    is_closed = true;
    is_open = rack.at(0)->open();
  });
  while (!is_closed) std::this_thread::yield();
  in_use.reset();
  host.join();
  CHECK(is_open);
}

TEST_CASE("plug-ins: what plays goes on while the host keeps it dark", "[plugins]") {
  const test::LoopbackReceiver receiver;
  auto settings = settings_for({to_string(receiver.endpoint())});
  settings.projectors[0].settings.hosts.latency = 500ms;
  Rack rack("test", settings, Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  auto device = rack.at(0)->device();
  const std::vector<LaserSample> samples(12'000, {.x = 1, .r = 0xFFFF});
  REQUIRE(device->write(samples));
  for (const bool is_lit : {false, true}) {
    rack.at(0)->arm(is_lit);
    CHECK(device->status().armed == is_lit);
    const auto sent = device->status().samples;
    CHECK(test::eventually([&] { return device->status().samples >= sent + 1000; }));
  }
  CHECK(device->status().discarded_samples == 0);
  device->arm(false);  // as where a unit has moved
  rack.at(0)->arm(true);
  CHECK_FALSE(is_lit(*device));  // the shutter was open
  rack.at(0)->arm(false);
  rack.at(0)->close();
  device.reset();
  REQUIRE(rack.at(0)->open());
  CHECK(is_lit(*rack.at(0)->device()));  // a host that opens it again has opened its shutter
}

TEST_CASE("plug-ins: what a host arms is lit, unless the settings keep it dark", "[plugins]") {
  const test::LoopbackReceiver receiver;
  auto settings = settings_for({to_string(receiver.endpoint())});
  SECTION("it begins dark, whatever is opened again") {
    Rack rack("test", settings, Arming::ByHost);
    REQUIRE(rack.at(0)->open());
    CHECK_FALSE(is_lit(*rack.at(0)->device()));
    rack.at(0)->arm(true);
    CHECK(is_lit(*rack.at(0)->device()));
    REQUIRE(rack.at(0)->open());
    CHECK(is_lit(*rack.at(0)->device()));
    rack.at(0)->arm(false);
    CHECK_FALSE(is_lit(*rack.at(0)->device()));
    CHECK(rack.at(0)->problem().empty());
  }
  SECTION("armed = false prevails") {
    settings.projectors[0].settings.hosts.armed = false;
    Rack rack("test", settings, Arming::ByHost);
    REQUIRE(rack.at(0)->open());
    rack.at(0)->arm(true);
    CHECK_FALSE(is_lit(*rack.at(0)->device()));
  }
}

TEST_CASE("plug-ins: a device that cannot be opened keeps its place and tells why", "[plugins]") {
  const test::LoopbackReceiver receiver;
  Rack rack("test", settings_for({"[::1]:7255", to_string(receiver.endpoint())}), Arming::BySettings);
  REQUIRE(rack.scan() == 2);
  CHECK_FALSE(rack.at(0)->open());
  CHECK(rack.at(0)->problem().find("IPv6") != std::string::npos);
  CHECK(rack.at(1)->open());
}

TEST_CASE("plug-ins: with settings that are wrong there is no device, and the reason", "[plugins]") {
  const test::TemporaryFolder folder;
#if defined(_WIN32)
  const test::SetVariable logs("LOCALAPPDATA", folder / "");
#elif defined(__APPLE__)
  const test::SetVariable logs("HOME", folder / "");
#else
  const test::SetVariable logs("XDG_STATE_HOME", folder / "");
#endif
  Rack rack("test", parse_venue("rate = 0", "venue.toml"), Arming::BySettings);
  CHECK(contents_of(default_log_file()).find("test: no devices: venue.toml:1:8: rate") != std::string::npos);
  CHECK(rack.scan() == 0);
  CHECK(rack.problem() == "venue.toml:1:8: rate has to be a whole number from 1 to 1000000");
}

TEST_CASE("plug-ins: the end of the rack is dark and closed at the receiver", "[plugins]") {
  test::LoopbackReceiver receiver;
  {
    Rack rack("test", settings_for({to_string(receiver.endpoint())}), Arming::BySettings);
    REQUIRE(rack.at(0)->open());
    const std::vector<LaserSample> picture(300, {.g = 0xFFFF, .intensity = 0xFFFF});
    REQUIRE(rack.at(0)->device()->show(picture));
    REQUIRE(receiver.next());
  }
  std::vector<std::byte> last;
  while (const auto datagram = receiver.waiting()) last = *datagram;
  REQUIRE_FALSE(last.empty());
  CHECK(last[0] == std::byte{0x44});  // IDNCMD_RT_CNLMSG_CLOSE
}
