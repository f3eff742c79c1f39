// SPDX-License-Identifier: MIT
// How devices end: by close(), stop(), a fault, or with their engine.
#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <stdexcept>

#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/counting_projector.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::test;
using namespace std::chrono_literals;

TEST_CASE("every sample that was written is lit, and the end is dark", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 30'000, .hold = 60s});
  REQUIRE(device);
  device->arm(true);
  const auto samples = lit_samples(6000);
  CHECK(device->write(samples, 10s));
  CHECK(device->close(10s));
  check_lit(projector, *device, 6000);
  CHECK(projector.last_is_dark);
  const DeviceStatus status = device->status();
  CHECK(status.link == LinkState::Closed);
  CAPTURE(status.samples, status.reanchors);
  // 200 ms dark before the close; what a long stall of this machine takes of them is not sent.
  CHECK((status.samples >= 6000 + 6000 || status.reanchors > 0));
  CHECK(status.datagrams >= 6000 / 30);
  CHECK(device->write(samples).error().code == Errc::Closed);
  CHECK(device->show(samples).error().code == Errc::Closed);
}

TEST_CASE("without an end of their time, write waits for room and close until all is played", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 100'000, .hold = Duration::max()});
  REQUIRE(device);
  device->arm(true);
  CHECK(device->write(lit_samples(6000), Duration::max()));  // of which the queue holds 4000
  CHECK(device->close(Duration::max()));
  check_lit(projector, *device, 6000);
}

TEST_CASE("a write that took a part only says so", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.latency = 100ms, .hold = 60s});
  REQUIRE(device);
  const auto written = device->write(lit_samples(30'000));
  REQUIRE_FALSE(written);
  CHECK(written.error().code == Errc::Full);
  CHECK(written.error().text.find(" of 30000 samples queued") != std::string::npos);
  device->blackout(true);
  device->blackout(false);
  CHECK(eventually([&] { return device->writable() >= 3000; }));
  const auto taken = device->write_some(lit_samples(30'000));
  REQUIRE(taken);
  CHECK(*taken >= 3000);
  CHECK(*taken < 30'000);
}

TEST_CASE("a device that has played out is dark for a while before it closes", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  const Duration dark = GENERATE(0ms, 200ms);
  auto device = devices.open(projector.target(), {.hold = 60s, .dark_before_close = dark});
  REQUIRE(device);
  device->arm(true);
  const bool is_picture = GENERATE(false, true);
  if (is_picture)
    CHECK(device->show(lit_samples(300)));
  else
    CHECK(device->write(lit_samples(300)));
  CHECK(eventually([&] { return projector.lit > 0; }));
  const TimePoint begin = io::monotonic_now();
  CHECK(device->close(10s));
  CHECK(device->status().link == LinkState::Closed);
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  if (dark > 0ms) CHECK(io::monotonic_now() - begin >= dark);
  if (!is_picture && device->status().reanchors == 0)
    CHECK((device->status().samples >= 300 + 6000) == (dark > 0ms));
}

TEST_CASE("an engine that goes closes its devices; they say so", "[client]") {
  CountingProjector projector;
  std::optional<Engine> engine(std::in_place, EngineOptions{.realtime = false});
  Devices devices(*engine);
  auto device = devices.open(projector.target());
  REQUIRE(device);
  device->arm(true);
  CHECK(device->show(lit_samples(200)));
  device->keep(1h);
  CHECK(eventually([&] { return projector.lit > 0; }));
  engine.reset();
  CHECK(device->status().link == LinkState::Closed);
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  CHECK(devices.open(projector.target()).error().code == Errc::Closed);
}

TEST_CASE("what fill throws ends it dark, with a fault; closing from within it is refused", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target());
  REQUIRE(device);
  device->arm(true);
  std::atomic<int> calls{0};
  std::optional<Errc> refused, busy;
  const auto nothing = [](const FillRequest&, std::span<LaserSample>) { return std::size_t{0}; };
  CHECK(device->fill([&](const FillRequest& request, std::span<LaserSample> room) -> std::size_t {
    CHECK(request.index == static_cast<std::uint64_t>(calls) * 100);
    if (calls == 3) refused = device->close().error().code;
    if (calls == 3) busy = device->fill(nothing).error().code;
    if (++calls == 5) throw std::runtime_error("no more ideas");
    const auto samples = lit_samples(100);
    std::ranges::copy(samples, room.begin());
    return 100;
  }));
  CHECK(eventually([&] { return device->status().fault.has_value(); }));
  const Error fault = device->status().fault.value();
  CHECK(fault.code == Errc::Callback);
  CHECK(fault.message() == "fill threw an exception: no more ideas; fix it, then call fill again");
  CHECK(refused == Errc::InCallback);
  CHECK(busy == Errc::Busy);
  CHECK(eventually([&] { return device->status().buffered == 0ns && projector.last_is_dark; }));
  CHECK(projector.lit <= 400);  // queued samples are discarded; for when see device_content_test.cpp
  CHECK(device->stop());
  CHECK(device->fill(nothing));
}

TEST_CASE("what has not started is closed without a word", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine, Search::Off);
  const DeviceOptions options{.start_at = kNever, .shares_service = true};
  auto closed = devices.open(projector.target(), options), ended = devices.open(projector.target(), options),
       left = devices.open(projector.target(), options);
  CHECK(closed->close());
  ended->end();
  CHECK(eventually([&] { return ended->status().link == LinkState::Closed; }));
  CHECK(closed->status().link == LinkState::Closed);
  CHECK(eventually([&] { return engine.status().front().devices == 1; }));
  engine = Engine({.realtime = false});
  CHECK(left->status().link == LinkState::Closed);
  CHECK(projector.waves == 0);
}

TEST_CASE("a fill that is slower than the light ends when it is to stop", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 100'000});
  REQUIRE(device);
  std::atomic<int> calls{0};
  CHECK(device->fill([&](const FillRequest&, std::span<LaserSample> room) {
    for (const TimePoint end = io::monotonic_now() + 5ms; io::monotonic_now() < end;) {
    }
    ++calls;
    return std::min<std::size_t>(room.size(), 100);  // samples of one millisecond
  }));
  CHECK(eventually([&] { return calls > 10; }));
  CHECK(device->stop());
  const int at_stop = calls;
  CHECK(device->close());
  CHECK(calls == at_stop);
}

TEST_CASE("stop discards what waits before the last call of fill has come back", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.latency = 2s, .hold = 1h});
  REQUIRE(device);
  device->arm(true);
  std::atomic<std::size_t> brought{0};
  std::atomic<bool> goes_on{false};
  CHECK(device->fill([&](const FillRequest&, std::span<LaserSample> room) {
    if (brought > 50'000) goes_on.wait(false);
    const auto samples = lit_samples(room.size());
    std::ranges::copy(samples, room.begin());
    brought += room.size();
    return room.size();
  }));
  CHECK(eventually([&] { return brought > 50'000 && projector.lit > 0; }));
  bool has_stopped = false;
  jthread stopping([&] { has_stopped = device->stop().has_value(); });
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  CHECK(projector.lit < 50'000);
  goes_on = true;
  goes_on.notify_all();
  stopping.join();
  CHECK(has_stopped);
}

#ifndef _WIN32  // which knows no paths of sockets
TEST_CASE("shared memory owns the device until stop, however long nobody writes", "[client]") {
  const TemporaryFolder folder;
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 30'000, .hold = 1ms});
  REQUIRE(device);
  const auto nowhere = device->play_shared("/nowhere/ring");
  REQUIRE_FALSE(nowhere);
  CHECK(nowhere.error().code == Errc::BadOption);
  REQUIRE(device->play_shared(folder / "ring"));
  CHECK(device->play_shared(folder / "other").error().code == Errc::Busy);
  const TimePoint begun = io::monotonic_now();
  REQUIRE(eventually([&] { return io::monotonic_now() - begun > 5ms; }));
  CHECK(device->write(lit_samples(10)).error().code == Errc::Busy);
  CHECK(device->stop());
  CHECK(device->write(lit_samples(10), 5s));
}
#endif
