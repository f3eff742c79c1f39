// SPDX-License-Identifier: MIT
// What targets a device can be opened with, and go over to.
#include <memory>
#include <optional>
#include <string>

#include "client/device_state.hpp"
#include "idn/idn.hpp"
#include "idn/io/find/discovery.hpp"
#include "support/catch.hpp"
#include "support/counting_projector.hpp"

using namespace idn;
using namespace idn::test;
using namespace std::chrono_literals;

TEST_CASE("all that are named are opened, or none", "[client]") {
  CountingProjector left, right;
  Devices devices;
  auto opened = devices.open_all({left.target(), right.target()}, {.hold = 1h});
  REQUIRE(opened);
  REQUIRE(opened->size() == 2);
  for (Device& device : *opened) {
    device.arm(true);
    CHECK(device.show(lit_samples(200)));
  }
  CHECK(eventually([&] { return left.lit > 0 && right.lit > 0; }));
  opened->clear();

  CHECK(devices.open_all({left.target(), "127.0.0.1:99999"}).error().code == Errc::BadTarget);
  CHECK(devices.open(left.target()));  // the failed attempt does not keep it open
}

TEST_CASE("a device for a receiver that is not known yet plays unseen, and joins", "[client]") {
  CountingProjector projector;
  Devices devices;
  const Location nowhere{.at = Endpoint::ipv4(0, 0)};
  auto device = devices.open("Balcony", nowhere, {.hold = 1h});
  REQUIRE(device);
  CHECK(devices.open("Stage", nowhere, {}));  // two of them are not one service
  device->arm(true);
  CHECK(device->show(lit_samples(200)));
  REQUIRE(eventually([&] { return device->status().datagrams > 100; }));
  CHECK(projector.lit == 0);
  CHECK(device->status().send_errors == 0);
  CHECK(device->status().link == LinkState::Opening);
  const Location there = devices.find(projector.target()).value();
  CHECK(device->retarget("Balcony", there));
  CHECK(eventually([&] { return projector.lit > 0; }));
  CHECK(device->status().remote == there.at);
  CHECK(devices.open(projector.target()).error().code == Errc::Busy);
  CHECK(device->retarget("Balcony", nowhere));
  CHECK(devices.open(projector.target()));
}

TEST_CASE("a bad option or target gets one line with its cause and what to do", "[client]") {
  Engine engine({.realtime = false});
  Devices devices(engine);
  const auto message = [&](const std::string& target, const DeviceOptions& options = {}) {
    const auto device = devices.open(target, options);
    return device ? std::string("none") : device.error().message();
  };
  CHECK(message("127.0.0.1", {.rate = 0}) == "rate 0; give 1 to 1000000 samples per second");
  CHECK(message("127.0.0.1", {.latency = 3s}) == "latency 3000 ms; give 1 ms to 2 s");
  CHECK(message("127.0.0.1", {.client_group = 16}) == "client_group 16; give 0 to 15");
  CHECK(message("") == "\"\": is neither a host nor a unit");
  CHECK(message("127.0.0.1:0") == "\"127.0.0.1:0\": a port is a number from 1 to 65535");
  CHECK(message("::1") == "\"::1\": is an IPv6 address, but IDN units have IPv4 ones");
  CHECK(devices.open("01-0200DEADBEEF/1").error().code == Errc::NotFound);
}

TEST_CASE("a service takes one device of an engine; two services of one unit are two devices", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine), others(engine);
  auto device = devices.open(projector.target() + "/1");
  REQUIRE(device);
  const auto refused = others.open(projector.target() + "/1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::Busy);
  CHECK(refused.error().message() == projector.target() +
                                         "/1: another device of this engine plays to this service; close that "
                                         "one, or name another service");
  auto second = devices.open(projector.target() + "/2");
  CHECK(second);
  auto nameless = devices.open(projector.target());  // the default service, of which the client knows no number
  CHECK(nameless);
  CHECK(others.open(projector.target()).error().code == Errc::Busy);
  Engine another({.realtime = false});
  CHECK(Devices(another).open(projector.target() + "/1"));

  CHECK(second->retarget(projector.target() + "/1").error().code == Errc::Busy);
  CHECK(second->target() == projector.target() + "/2");
  CHECK(devices.open(projector.target() + "/2").error().code == Errc::Busy);  // still open
  CHECK(device->close());
  CHECK(second->retarget(projector.target() + "/1"));
  CHECK(devices.open(projector.target() + "/2"));
  CHECK(devices.open(projector.target() + "/1").error().code == Errc::Busy);
  second->abort();
  *second = std::move(*nameless);
  CHECK(devices.open(projector.target() + "/1"));
}

TEST_CASE("a device goes over to another service of its unit", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target() + "/2", {.hold = 1h});  // the receiver has service 1 only
  REQUIRE(device);
  device->arm(true);
  CHECK(device->show(lit_samples(200)));
  CHECK(eventually([&] { return device->status().link == LinkState::Refused; }));
  CHECK(projector.lit == 0);
  CHECK(device->retarget(projector.target() + "/1"));
  CHECK(eventually([&] { return device->status().link == LinkState::Playing && projector.lit > 0; }));
  CHECK(device->retarget(projector.target() + "/2"));
  CHECK(eventually([&] { return device->status().link == LinkState::Refused; }));
  CHECK(projector.last_is_dark);
}

TEST_CASE("a receiver without a unit ID has one of its own, the same at the same place", "[client]") {
  const auto unit_at = [](const Endpoint& place) {
    io::DiscoveryOptions options{.broadcast = false};
    options.search.addresses = {place};
    stream::UnitList found;
    REQUIRE(eventually([&] { return !(found = io::discover(options).found).units.empty(); }));
    return found.units.front().key;
  };
  const auto open = [](std::uint16_t port) {
    return SampleReceiver::open({.port = port, .address = 0x7F000001}, [](const ReceivedSamples&) {});
  };
  std::optional<SampleReceiver> first = open(0).value();
  const SampleReceiver second = open(0).value();
  const Endpoint place = first->local();
  const stream::UnitKey unit = unit_at(place);
  CHECK(unit.id.is_valid());
  CHECK(unit != unit_at(second.local()));
  first.reset();
  const auto again = open(place.port);
  REQUIRE(again);
  CHECK(unit == unit_at(again->local()));
}

TEST_CASE("a refused retarget leaves the device following its unit", "[client]") {
  constexpr wire::UnitId kUnit = wire::UnitId::eui48({2, 0, 0, 0, 0x33, 1});
  std::optional<SampleReceiver> projector =
      SampleReceiver::open({.unit_id = kUnit, .port = 0, .address = 0x7F000001}, [](const ReceivedSamples&) {
      }).value();
  Engine engine({.realtime = false});
  const auto directory = std::make_shared<client::UnitDirectory>(false);
  auto state = Device::State::open(engine.state(), directory, to_string(projector->local()), {});
  REQUIRE(state);
  Device::State& opened = **state;
  opened.place.unit = stream::UnitKey{kUnit};  // as if it had been opened by its ID
  opened.follow();
  Device device(*std::move(state));
  CHECK(eventually([&] { return device.status().link == LinkState::Playing; }));
  CHECK(device.retarget("").error().code == Errc::BadTarget);
  CHECK(device.retarget("01-0200DEADBEEF").error().code == Errc::NotFound);
  auto other = Device::State::open(engine.state(), directory, "127.0.0.2/9", {});
  CHECK(device.retarget("127.0.0.2/9").error().code == Errc::Busy);
  CHECK(device.target() == to_string(projector->local()));
  projector.reset();
  CHECK(eventually(
      [&] { return device.status().link == LinkState::Missing; }));  // known only if it follows the unit
}
