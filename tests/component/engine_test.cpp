// SPDX-License-Identifier: MIT
// Engine, devices and receiver over real sockets on loopback. What is timed is in device_content_test.cpp.
#include <atomic>
#include <random>
#include <thread>

#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"

using namespace idn;
using namespace std::chrono_literals;

namespace {

bool eventually(const std::function<bool()>& condition) {
  for (const TimePoint end = io::monotonic_now() + test::kPatience; io::monotonic_now() < end;) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return condition();
}

/// A projector of the library's own, which counts.
struct CountingProjector {
  SampleReceiver receiver = SampleReceiver::open({.name = "counter", .port = 0, .address = 0x7F000001},
                                                 [this](const ReceivedSamples& chunk) {
                                                   for (const LaserSample& sample : chunk.samples)
                                                     if (!sample.is_dark()) ++lit;
                                                   last_is_dark = chunk.samples.back().is_dark();
                                                 })
                                .value();
  std::string target() const { return to_string(receiver.local()); }

  std::atomic<std::size_t> lit{0};
  std::atomic<bool> last_is_dark{true};
};

std::vector<LaserSample> lit_samples(std::size_t count) {
  return std::vector<LaserSample>(count, {.x = 1, .y = 2, .r = 0xFFFF});
}

}  // namespace

TEST_CASE("every sample that was written is lit, and the end is dark", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 30'000});
  REQUIRE(device);
  device->arm(true);
  const auto samples = lit_samples(6000);
  CHECK(device->write(samples, 10s) == 6000);
  CHECK(device->close(10s));
  CHECK(eventually([&] { return projector.lit == 6000 && projector.last_is_dark; }));
  CHECK(device->status().link == LinkState::Closed);
  CHECK(device->write(samples).error().code == FaultCode::Closed);
  CHECK(device->show(samples).error().code == FaultCode::Closed);
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
  CHECK(devices.open(projector.target()).error().code == FaultCode::Closed);
}

TEST_CASE("what fill throws ends it dark, with a fault; closing from within it is refused", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target());
  REQUIRE(device);
  device->arm(true);
  std::atomic<int> calls{0};
  std::optional<FaultCode> refused, busy;
  const auto nothing = [](const Request&, std::span<LaserSample>) { return std::size_t{0}; };
  CHECK(device->fill([&](const Request& request, std::span<LaserSample> room) -> std::size_t {
    CHECK(request.index == static_cast<std::uint64_t>(calls) * 100);
    if (calls == 3) refused = device->close().error().code;
    if (calls == 3) busy = device->fill(nothing).error().code;
    if (++calls == 5) throw std::runtime_error("no more ideas");
    const auto samples = lit_samples(100);
    std::ranges::copy(samples, room.begin());
    return 100;
  }));
  CHECK(eventually([&] { return device->status().fault.has_value(); }));
  const Fault fault = device->status().fault.value();
  CHECK(fault.code == FaultCode::Callback);
  CHECK(fault.message() == "fill has thrown: no more ideas; mend it, then call fill again");
  CHECK(refused == FaultCode::InCallback);
  CHECK(busy == FaultCode::Busy);
  CHECK(eventually([&] { return projector.lit == 400 && projector.last_is_dark; }));
  CHECK(device->stop());
  CHECK(device->fill(nothing));
}

TEST_CASE("a fill that is slower than the light ends when it is to stop", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 100'000});
  REQUIRE(device);
  std::atomic<int> calls{0};
  CHECK(device->fill([&](const Request&, std::span<LaserSample> room) {
    for (const TimePoint end = io::monotonic_now() + 5ms; io::monotonic_now() < end;) {
    }
    ++calls;
    return std::min<std::size_t>(room.size(), 100);  // a millisecond
  }));
  CHECK(eventually([&] { return calls > 10; }));
  CHECK(device->stop());
  const int at_stop = calls;
  CHECK(device->close());
  CHECK(calls == at_stop);
}

TEST_CASE("a bad option or target gets one line with its cause and what to do", "[client]") {
  Engine engine({.realtime = false});
  Devices devices(engine);
  const auto message = [&](const std::string& target, const DeviceOptions& options = {}) {
    const auto device = devices.open(target, options);
    return device ? std::string("none") : device.error().message();
  };
  CHECK(message("127.0.0.1", {.rate = 0}) == "rate 0; give 1 to 1000000 samples per second");
  CHECK(message("127.0.0.1", {.latency = 3s}) == "latency; give 1 ms to 2 s");
  CHECK(message("127.0.0.1", {.client_group = 16}) == "client_group; give 0 to 15");
  CHECK(message("") == "\"\": names no host and no unit");
  CHECK(message("127.0.0.1:0") == "\"127.0.0.1:0\": a port is a number from 1 to 65535");
  CHECK(message("::1") == "\"::1\": is an IPv6 address, but IDN units have IPv4 ones");
  CHECK(devices.open("01-0200DEADBEEF/1").error().code == FaultCode::NotFound);
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
  CHECK(device->fill([&](const Request&, std::span<LaserSample> room) {
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

TEST_CASE("devices come and go on several threads beside one that streams", "[client]") {
  CountingProjector steady, others;
  Engine engine({.threads = 2, .realtime = false});
  Devices devices(engine);
  auto device = devices.open(steady.target(), {.rate = 100'000});
  REQUIRE(device);
  device->arm(true);
  std::atomic<bool> over{false};
  std::vector<std::jthread> visitors;
  for (unsigned seed = 0; seed < 3; ++seed)
    visitors.emplace_back([&, seed] {
      std::minstd_rand random(seed + 1);
      std::vector<Device> open;
      while (!over) {
        if (open.size() < 8 && random() % 2 == 0) {
          if (auto visitor = devices.open(others.target())) {
            visitor->arm(true);
            static_cast<void>(visitor->show(lit_samples(100)));
            open.push_back(*std::move(visitor));
          }
        } else if (!open.empty()) {
          std::swap(open[random() % open.size()], open.back());
          open.pop_back();
        }
      }
    });
  const auto samples = lit_samples(100'000);
  CHECK(device->write(samples, 30s) == samples.size());
  over = true;
  visitors.clear();
  CHECK(device->close(10s));
  CHECK(eventually([&] { return steady.lit == samples.size(); }));
  CHECK(others.lit > 0);
  for (const auto& thread : engine.status()) CHECK(thread.devices == 0);
}
