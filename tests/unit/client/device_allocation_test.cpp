// SPDX-License-Identifier: MIT
#include "client/content/device_content.hpp"
#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "io/send/stream_loop.hpp"
#include "io/send/stream_socket.hpp"
#include "stream/send/wave_stream.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/heap_calls.hpp"
#include "support/loopback_receiver.hpp"

using namespace idn;
using namespace std::chrono_literals;

TEST_CASE("the calls of an application that are promised to be real-time allocate nothing", "[client]") {
  const test::LoopbackReceiver receiver;
  Engine engine({.manual = true});
  Devices devices(engine, Search::Off);
  auto device = devices.open(to_string(receiver.endpoint()), {.preview = 100ms});
  REQUIRE(device);
  const std::vector<LaserSample> samples(300, {.x = 3, .r = 0xFFFF});
  std::vector<LaserSample> seen(2000);
  const auto drive = [&] {
    for (const TimePoint end = io::monotonic_now() + 5ms; io::monotonic_now() < end;) engine.drive();
  };
  const auto use = [&] {
    std::size_t done = 0;
    device->arm(true);
    device->set_brightness(0.5);
    done += device->write(samples).has_value();
    done += device->set_rate(40'000).has_value();
    done += device->write_some(samples).value_or(0) > 0;
    done += device->writable() > 0;
    device->keep(1s);
    done += device->read_sent(seen) > 0;
    device->blackout(true);
    device->blackout(false);
    device->abort();
    return done;
  };
  drive();
  const test::HeapCalls calls;
  const std::size_t done = use();
  CHECK(calls.count() == 0);
  CHECK(done == 5);
  REQUIRE(device->stop());
  for (int i = 0; i < 4; ++i) {
    REQUIRE(device->show(samples));
    drive();
  }
  const test::HeapCalls of_pictures;
  const bool shown =
      device->show(samples).has_value() && device->show(std::span(samples).first(20)).has_value();
  CHECK(of_pictures.count() == 0);
  CHECK(shown);
}

TEST_CASE("what a device plays, and all that can happen to it, allocates nothing on the tick thread",
          "[client]") {
  const client::DeviceOptions options{
      .hold = 20ms,
      .output = {.limits = {.speed = {.most = 10, .action = output::LimitAction::Clamp},
                            .brightness = {.most = output::Brightness::all(0.5),
                                           .action = output::LimitAction::Clamp}}}};
  client::DeviceContent content(options, 60, 200);
  stream::WaveConfig config;
  config.packer.rate = {options.rate};
  config.packer.samples_per_packet = 30;
  const auto session =
      std::make_unique<stream::SenderSession>(stream::WaveStream::create(config, content).value());
  const test::LoopbackReceiver left, right;
  const auto socket = io::StreamSocket::open(left.endpoint()).value();
  io::DriverStats stats;
  io::AttachedStream entry(*session, *socket, stats);
  io::StreamLoop loop;
  test::FakeClock clock;
  REQUIRE(loop.attach(entry));
  content.light().arm(true);

  const std::vector<LaserSample> samples(500, {.x = 3, .y = 4, .r = 0xFFFF, .g = 0xFFFF});
  std::size_t allocations = 0;
  for (unsigned round = 0; !entry.has_ended(); ++round) {
    const auto way = round / 50 % 2 == 0 ? client::ContentSource::Samples : client::ContentSource::Pictures;
    if (round % 25 == 0)  // every other time the hold time expires in between
      if (const auto call = content.begin_call(way, clock.now())) {
        if (way == client::ContentSource::Samples)
          content.write(samples, clock.now());
        else
          content.show(samples, clock.now());
      }
    if (round % 40 == 10) content.request_rate({20'000 + 7'001 * (round / 40 % 3)});
    if (round % 90 == 20)
      socket->retarget(
          {round % 180 == 20 ? right.endpoint() : left.endpoint(), static_cast<std::uint8_t>(round)},
          io::LeavePolicy::Close);
    if (round % 70 == 30) session->abort();
    if (round % 110 == 40) content.black_out(round % 220 == 40);
    if (round == 2000) session->close();
    const test::HeapCalls calls;
    loop.step(clock);
    allocations += calls.count();
  }
  CHECK(allocations == 0);
  CHECK(session->stats().retargets.value() > 20);
  CHECK(content.light().holds_expired() > 10);
  CHECK(content.limited().brightness.value() > 1000);
}
