// SPDX-License-Identifier: MIT
// Engine, devices and receiver over real sockets on loopback. What is timed is in device_content_test.cpp.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <filesystem>
#include <iterator>
#include <optional>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/counting_projector.hpp"
#include "support/loopback_receiver.hpp"

using namespace idn;
using namespace idn::test;
using namespace std::chrono_literals;

TEST_CASE("tick threads with a standby lose nothing while devices come and go", "[client]") {
  Engine engine({.threads = 2, .wait = io::WaitMode::Auto});
  const bool can_pin = io::usable_processors().size() > 1;
  for (const TickThreadStatus& thread : engine.status()) CHECK(thread.standby_wake_ups.has_value() == can_pin);
  Devices devices(engine);
  for (int round = 0; round < 5; ++round) {
    std::array<CountingProjector, 3> projectors;
    std::deque<Device> open;
    // Not dark before the close: for the latency of these receivers that would be 5 s.
    for (const CountingProjector& projector : projectors) {
      auto device = devices.open(projector.target(), {.rate = 30'000, .hold = 60s, .dark_before_close = 0s});
      REQUIRE(device);
      device->arm(true);
      open.push_back(*std::move(device));
    }
    for (Device& device : open) CHECK(device.write(lit_samples(1500), 10s));
    for (Device& device : open) CHECK(device.close(10s));
    for (std::size_t i = 0; i < open.size(); ++i) check_lit(projectors[i], open[i], 1500);
  }
}

TEST_CASE("events that a callback does not survive are polled from then on", "[client]") {
  CountingProjector projector;
  std::atomic<int> calls = 0;
  Engine engine({.realtime = false, .on_event = [&](const Event&) {
                   ++calls;
                   throw std::runtime_error("no more ideas");
                 }});
  Devices devices(engine);
  auto device = devices.open(projector.target());
  REQUIRE(device);
  REQUIRE(eventually([&] { return engine.fault().has_value(); }));
  CHECK(engine.fault()->message().find("on_event threw an exception: no more ideas") == 0);
  CHECK(calls == 1);
  device->arm(true);
  CHECK(eventually([&] { return engine.poll_event().has_value(); }));
  CHECK(calls == 1);
}

TEST_CASE("a device that is destroyed within its own callback goes dark and ends", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = std::make_unique<Device>(*devices.open(projector.target(), {.dark_before_close = 0s}));
  device->arm(true);
  std::atomic<bool> is_gone = false;
  REQUIRE(device->fill([&](const FillRequest& request, std::span<LaserSample> room) {
    if (request.index > 3000) {
      device.reset();
      is_gone = true;
      return std::size_t{0};
    }
    std::ranges::fill(room, lit_samples(1).front());
    return room.size();
  }));
  REQUIRE(eventually([&] { return is_gone.load(); }));
  CHECK(projector.lit > 0);
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  CHECK(devices.open(projector.target()));  // the service is free again
}

TEST_CASE("a device can be declared before it is opened, and be opened by what a list says", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine, Search::Off);
  Device device;
  CHECK(device.status().link == LinkState::Closed);
  CHECK(device.show(lit_samples(10)).error().code == Errc::Closed);
  CHECK(device.close());
  const DeviceInfo found{.target = projector.target()};
  device = *devices.open(found, {.dark_before_close = 0s});
  device.arm(true);
  CHECK(device.show(lit_samples(100)));
  CHECK(eventually([&] { return projector.lit > 0; }));
  CHECK(idn::to_string(device.status().link) != "closed");
}

TEST_CASE("nothing to open is an error, and an address without a receiver is told", "[client]") {
  Engine engine({.realtime = false});
  Devices devices(engine, Search::Off);
  const auto none = devices.open_all();
  REQUIRE_FALSE(none);
  CHECK(none.error().code == Errc::NotFound);
  std::uint16_t free_port = 0;
  {
    free_port = LoopbackReceiver().endpoint().port;
  }
  auto device = devices.open("127.0.0.1:" + std::to_string(free_port));
  REQUIRE(device);
  CHECK(eventually([&] { return device->status().link == LinkState::Silent; }));
}

TEST_CASE("an engine with threads of its own cannot be driven", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  const auto device = devices.open(projector.target());
  REQUIRE(device);
  CHECK(engine.drive() == kNever);
}

TEST_CASE("a blackout empties the receiver where the device was opened so", "[client]") {
  const bool aborts = GENERATE(false, true);
  LoopbackReceiver receiver;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(to_string(receiver.endpoint()), {.abort_on_blackout = aborts});
  REQUIRE(device);
  device->arm(true);
  REQUIRE(receiver.next());
  device->blackout(true);
  CHECK(device->close());
  const auto is_abort = [](const std::vector<std::byte>& datagram) {
    return datagram.at(0) == static_cast<std::byte>(wire::Command::RtAbort);
  };
  bool aborted = false;
  while (const auto datagram = receiver.waiting()) aborted = aborted || is_abort(*datagram);
  CHECK(aborted == aborts);
}

TEST_CASE("devices with an engine of their own light what is computed sample by sample, and end dark",
          "[client]") {
  CountingProjector projector;
  std::atomic<std::size_t> asked{0};
  std::vector<double> moments;  // written by the filler's thread, read after its end
  {
    Devices devices;
    auto device = devices.open(projector.target(), {.rate = 20'000});
    REQUIRE(device);
    device->arm(true);
    CHECK(device->fill_each([&](double seconds) {
      moments.push_back(seconds);
      ++asked;
      return sample_at(0, 0, 0, 1, 0);
    }));
    CHECK(eventually([&] { return projector.lit > 3000; }));
    CHECK(device->stop());
    REQUIRE(moments.size() > 2);
    // The samples of one request are 50 us apart.
    CHECK(moments[1] - moments[0] == Approx(50e-6).margin(1e-9));
    CHECK(std::abs(moments[0] - in_seconds(io::monotonic_now().time_since_epoch())) < 60);
  }
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  CHECK(projector.lit <= asked);
}

TEST_CASE("pictures leave as frames on request", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.frames = FrameOptions{.period = 20ms}});
  REQUIRE(device);
  device->arm(true);
  CHECK(device->show(lit_samples(200)));
  device->keep(1h);
  CHECK(eventually([&] { return projector.frames > 0 && projector.lit > 0; }));
  CHECK(projector.waves == 0);
  CHECK(device->write(lit_samples(1)).error().code == Errc::BadOption);
  CHECK(device->set_rate(1000).error().code == Errc::BadOption);
  CHECK(device->set_output({.orientation = {.rotate_degrees = 20}, .balance = {.red = 0.5}}));
  CHECK(device->set_output({.colour_shift = 100us}).error().code == Errc::BadOption);
  CHECK(device->set_output({.orientation = {.scale = -1}}).error().code == Errc::BadOption);
  CHECK(device->fill_pictures([](auto&) { return false; }).error().code == Errc::BadOption);
  CHECK(device->close());
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
}

TEST_CASE("of pictures that are asked for none is left out", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device =
      devices.open(projector.target(), {.hold = 10s, .frames = FrameOptions{.period = 2ms, .keep_all = true}});
  REQUIRE(device);
  device->arm(true);
  CHECK(device->show(lit_samples(200)).error().code == Errc::BadOption);
  std::atomic<int> asked{0};
  CHECK(device->fill_pictures([&](std::vector<LaserSample>& picture) {
    picture = lit_samples(100);
    return ++asked <= 20;
  }));
  CHECK(eventually([&] { return asked == 21; }));
  CHECK(device->close(10s));
  CHECK(eventually([&] { return projector.lit == 20 * 99 && projector.last_is_dark; }));  // sample 0 is dark
}

TEST_CASE("a picture that is refused lights none that was shown before a stop", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.hold = 1h, .frames = FrameOptions{}});
  REQUIRE(device);
  device->arm(true);
  REQUIRE(device->show(lit_samples(100)));
  CHECK(eventually([&] { return projector.lit > 0; }));
  CHECK(device->stop());
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  const std::size_t lit = projector.lit;
  CHECK(device->show(lit_samples(30'000)).error().code == Errc::BadOption);
  device->arm(true);
  const std::size_t frames = projector.frames;
  CHECK(eventually([&] { return projector.frames > frames + 2; }));
  CHECK(projector.lit == lit);
  CHECK(device->close());
}

TEST_CASE("devices that wait for their start play from then on, and end by themselves", "[client]") {
  CountingProjector left, right;
  std::atomic<int> idle{0};
  Engine engine({.realtime = false, .expert = {.on_idle = [&idle] { ++idle; }}});
  Devices devices(engine, Search::Off);
  std::vector<Device> open;
  for (const CountingProjector* projector : {&left, &right}) {
    auto device = devices.open("one of two", {.at = projector->receiver.local()},
                               {.latency = 1s, .hold = 10s, .start_at = kNever});
    REQUIRE(device);
    device->arm(true);
    CHECK(device->write(lit_samples(3000)));
    device->finish();
    CHECK(device->status().link == LinkState::Opening);
    open.push_back(*std::move(device));
  }
  CHECK(open[0].target() == "one of two");
  CHECK(engine.status().front().devices == 2);
  CHECK(left.waves + right.waves == 0);
  for (Device& device : open) device.start_at(std::chrono::system_clock::now() + 20ms);
  CHECK(eventually([&] { return idle == 1; }));
  for (const Device& device : open) {
    CHECK(device.status().link == LinkState::Closed);
    CHECK(device.status().starved_samples == 0);
  }
#ifndef _WIN32  // which counts by 15.6 ms
  CHECK(engine.status().front().processor_time > 0ns);
#endif
  CHECK(engine.status().front().active_time > 90ms);
  check_lit(left, open[0], 3000);
  check_lit(right, open[1], 3000);
  // Another device, which starts at once.
  CHECK(devices.open(left.target()).error().code == Errc::Busy);
  CHECK(open[0].close());
  auto late = devices.open(left.target());
  REQUIRE(late);
  late->arm(true);
  CHECK(late->show(lit_samples(10)));
  CHECK(eventually([&, before = left.lit.load()] { return left.lit > before; }));
  late->end();
  CHECK(eventually([&] { return idle == 2 && left.last_is_dark; }));
  CHECK(late->status().link == LinkState::Closed);
}

TEST_CASE("a device that starts later asks for the samples of that moment", "[client]") {
  CountingProjector projector;
  Engine engine({.manual = true});
  Devices devices(engine);
  const TimePoint start = io::monotonic_now() + 1h;
  auto device = devices.open(projector.target(), {.start_at = start});
  REQUIRE(device);
  std::optional<TimePoint> sent_at;
  CHECK(device->fill([&](const FillRequest& request, std::span<LaserSample> room) {
    if (!sent_at) sent_at = request.sent_at;
    return room.size();
  }));
  engine.drive();
  CHECK(sent_at == start);
  CHECK(device->close());
  CHECK(device->status().datagrams == 0);
}

TEST_CASE("an application with a loop of its own drives everything", "[client]") {
  CountingProjector projector;
  Engine engine({.manual = true});
  Devices devices(engine);
  CHECK(engine.drive() == kNever);
  auto device = devices.open(projector.target());
  REQUIRE(device);
  device->arm(true);
  std::size_t filled = 0;
  CHECK(device->fill([&](const FillRequest&, std::span<LaserSample> room) {
    std::ranges::fill(room, LaserSample{.g = 0xFFFF});
    filled += room.size();
    return room.size();
  }));
  for (const TimePoint end = io::monotonic_now() + 10s; io::monotonic_now() < end && projector.lit < 3000;) {
    const TimePoint next = engine.drive();
    std::this_thread::sleep_until(std::chrono::steady_clock::time_point(next.time_since_epoch()));
  }
  CHECK(projector.lit >= 3000);
  CHECK(filled >= projector.lit);
  CHECK(device->close());
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  CHECK(engine.drive() == kNever);
}

TEST_CASE("devices come and go on several threads beside one that streams", "[client][storm]") {
  CountingProjector steady;
  std::deque<CountingProjector> others(12);  // each accepts one device at a time
  Engine engine({.threads = 2, .realtime = false});
  Devices devices(engine);
  auto device =
      devices.open(steady.target(), {.rate = 100'000, .hold = 1h});  // must not expire on a busy machine
  REQUIRE(device);
  device->arm(true);
  std::atomic<bool> over{false};
  std::vector<jthread> visitors;
  for (unsigned seed = 0; seed < 3; ++seed)
    visitors.emplace_back([&, seed] {
      std::minstd_rand random(seed + 1);
      std::array<std::optional<Device>, 4> open;
      while (!over) {
        const std::size_t place = random() % open.size();
        if (open[place]) {
          open[place].reset();
        } else if (auto visitor = devices.open(others[open.size() * seed + place].target())) {
          visitor->arm(true);
          static_cast<void>(visitor->show(lit_samples(100)));
          open[place] = *std::move(visitor);
        }
      }
    });
  const auto samples = lit_samples(100'000);
  CHECK(device->write(samples, 30s));
  over = true;
  visitors.clear();
  CHECK(device->close(10s));
  check_lit(steady, *device, samples.size());
  CHECK(std::ranges::any_of(others, [](const auto& projector) { return projector.lit > 0; }));
  for (const auto& thread : engine.status()) CHECK(thread.devices == 0);
}

#ifdef __linux__
TEST_CASE("a further device takes one descriptor", "[client]") {
  const auto open_descriptors = [] {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return std::distance(begin(all), end(all));
  };
  Engine engine;
  Devices devices(engine, client::Search::Off);  // it would open sockets of its own meanwhile
  std::vector<Device> open;
  std::vector<std::ptrdiff_t> descriptors;
  const LoopbackReceiver receiver;
  for (int i = 0; i < 4; ++i) {
    auto device = devices.open(to_string(receiver.endpoint()), {.shares_service = true});
    REQUIRE(device);
    open.push_back(*std::move(device));
    REQUIRE(engine.status().size() == 1);  // waits until the tick thread has opened what it needs
    descriptors.push_back(open_descriptors());
  }
  CHECK(descriptors[3] == descriptors[2] + 1);
  CHECK(descriptors[2] == descriptors[1] + 1);
}
#endif
