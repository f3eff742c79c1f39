// SPDX-License-Identifier: MIT
// What a device sends when its receiver restarts, moves, or is replaced by another one.
#include "support/playing_device.hpp"

using namespace idn;
using namespace std::chrono_literals;
using test::device_of_1ms;
using test::line;
using test::PlayingDevice;
using test::samples_of;
using test::WavePacket;

namespace {

const Endpoint kElsewhere = Endpoint::ipv4(0xC0A80A07, kIdnPort);

}  // namespace

TEST_CASE("an abort empties the receiver, and the stream begins anew there", "[client]") {
  PlayingDevice device = device_of_1ms();
  device.show(line(1, 50));
  device.content.light().keep(10s, device.clock.now());
  device.run_for(30ms);
  device.stream->abort();
  const std::size_t before = device.net.sent.size();
  device.run_for(2ms);
  const WavePacket abort(device.net.sent[before].octets), next(device.net.sent[before + 1].octets);
  CHECK(abort.header.command == wire::Command::RtAbort);
  CHECK_FALSE(abort.message);
  CHECK(next.message->config);
  CHECK(device.net.sent[before + 1].at == device.net.sent[before].at);
}

TEST_CASE("a device whose unit turned up elsewhere is dark there, unless it is to stay armed", "[client]") {
  for (const bool rearm : {false, true}) {
    PlayingDevice device = device_of_1ms({.rearm = rearm});
    device.show(line(1, 50));
    device.content.light().keep(10s, device.clock.now());
    device.run_for(30ms);
    device.net.retarget(kElsewhere);
    const TimePoint asked = device.clock.now();
    device.run_for(50ms);
    CHECK(device.net.sent.back().to == kElsewhere);
    CHECK((*device.last_lit() > asked + 10ms) == rearm);
    if (!rearm) CHECK(*device.last_lit() <= asked);
  }
}

TEST_CASE("a receiver that is left gets dark and close, and the next one light within two ticks", "[client]") {
  PlayingDevice device = device_of_1ms();
  device.show(line(1, 50));
  device.content.light().keep(10s, device.clock.now());
  device.run_for(30ms);
  device.net.retarget(kElsewhere, io::LeavePolicy::Close);
  const TimePoint asked = device.clock.now();
  const std::size_t before = device.net.sent.size();
  device.run_for(10ms);
  std::vector<wire::Command> old_gets;
  std::optional<TimePoint> lit_elsewhere;
  for (std::size_t i = before; i < device.net.sent.size(); ++i) {
    const auto& sent = device.net.sent[i];
    const WavePacket packet(sent.octets);
    const bool is_lit = !std::ranges::all_of(samples_of(packet), &LaserSample::is_dark);
    if (sent.to == kElsewhere) {
      if (is_lit && !lit_elsewhere) lit_elsewhere = sent.at;
      continue;
    }
    CHECK_FALSE(is_lit);
    CHECK_FALSE(lit_elsewhere);
    old_gets.push_back(packet.header.command);
  }
  REQUIRE(old_gets.size() == 3);  // a blanked chunk, channel close, session close
  CHECK(old_gets[2] == wire::Command::RtClose);
  REQUIRE(lit_elsewhere.has_value());
  CHECK(*lit_elsewhere - asked <= 2ms);
}

TEST_CASE("a device that goes over to another service opens its channel there, and nowhere before",
          "[client]") {
  PlayingDevice device = device_of_1ms();
  device.show(line(1, 50));
  device.content.light().keep(10s, device.clock.now());
  device.run_for(30ms);
  device.net.retarget({Endpoint{}, 7}, io::LeavePolicy::Close);  // another service of the same unit
  const std::size_t before = device.net.sent.size();
  device.run_for(30ms);
  device.net.retarget(kElsewhere);  // the unit has another address; the service stays
  device.run_for(30ms);
  std::vector<int> services;
  bool closed = false;
  for (std::size_t i = 0; i < device.net.sent.size(); ++i) {
    const WavePacket packet(device.net.sent[i].octets);
    closed = closed || (i >= before && packet.header.command == wire::Command::RtClose);
    if (!packet.message || !packet.message->config) continue;
    services.push_back(packet.message->config->service_id);
    CHECK((services.back() == 7) == closed);
  }
  CHECK(closed);
  CHECK(std::ranges::count(services, 0) > 0);
  CHECK(std::ranges::count(services, 7) >= 40);  // 20 ms of configurations after each of the two changes
}
