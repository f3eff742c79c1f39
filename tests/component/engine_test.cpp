// SPDX-License-Identifier: MIT
// Engine, devices and receiver over real sockets on loopback. What is timed is in device_content_test.cpp.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <random>
#include <thread>

#include "client/device_state.hpp"
#include "idn/idn.hpp"
#include "idn/io/discovery.hpp"
#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_timeout.hpp"

using namespace idn;
using namespace std::chrono_literals;

namespace {

bool eventually(const std::function<bool()>& condition, Duration timeout = test::kTestTimeout) {
  for (const TimePoint end = io::monotonic_now() + timeout; io::monotonic_now() < end;) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return condition();
}

/// A receiver of the library that counts samples.
struct CountingProjector {
  SampleReceiver receiver =
      SampleReceiver::open({.name = "counter", .port = 0, .address = 0x7F000001, .latency = test::kNoneIsLate},
                           [this](const ReceivedSamples& chunk) {
                             for (const LaserSample& sample : chunk.samples)
                               if (!sample.is_dark()) ++lit;
                             last_is_dark = chunk.samples.back().is_dark();
                             samples += chunk.samples.size();
                             ++(chunk.is_frame ? frames : waves);
                           })
          .value();
  std::string target() const { return to_string(receiver.local()); }

  std::atomic<std::size_t> lit{0};
  std::atomic<std::size_t> samples{0};
  std::atomic<std::size_t> frames{0}, waves{0};
  std::atomic<bool> last_is_dark{true};
};

std::vector<LaserSample> lit_samples(std::size_t count) {
  return std::vector<LaserSample>(count, {.x = 1, .y = 2, .r = 0xFFFF});
}

/// Waits until `sent` samples have arrived, or none for 2 s: a receiver without CPU time may have lost some.
void await_samples(const CountingProjector& projector, std::size_t sent) {
  for (std::size_t seen = projector.samples; seen != sent; seen = projector.samples)
    if (!eventually([&] { return projector.samples != seen; }, 2s)) return;
}

/// Checks that the samples written to a device, now closed, were lit: exactly as many, unless the receiver got
/// too little CPU time and lost some.
void check_lit(const CountingProjector& projector, const Device& device, std::size_t written) {
  const std::size_t sent = device.sent().samples.value();
  await_samples(projector, sent);
  CHECK(projector.samples <= sent);
  CHECK(projector.lit <= written);
  CHECK(projector.lit + (sent - projector.samples) >= written);
}

}  // namespace

TEST_CASE("every sample that was written is lit, and the end is dark", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 30'000, .hold = 60s});
  REQUIRE(device);
  device->arm(true);
  const auto samples = lit_samples(6000);
  CHECK(device->write(samples, 10s) == 6000);
  CHECK(device->close(10s));
  check_lit(projector, *device, 6000);
  CHECK(projector.last_is_dark);
  const Status status = device->status();
  CHECK(status.link == LinkState::Closed);
  CHECK(status.samples == device->sent().samples.value());
  CHECK(status.samples >= 6000);
  CHECK(status.datagrams == device->sent().datagrams.value());
  CHECK(status.datagrams >= 6000 / 30);
  CHECK(device->write(samples).error().code == FaultCode::Closed);
  CHECK(device->show(samples).error().code == FaultCode::Closed);
}

TEST_CASE("tick threads with a standby lose nothing while devices come and go", "[client]") {
  Engine engine({.threads = 2, .wait = io::WaitMode::Auto});
  const bool can_pin = io::usable_processors().size() > 1;
  for (const TickThreadStatus& thread : engine.status()) CHECK(thread.standby_wake_ups.has_value() == can_pin);
  Devices devices(engine);
  for (int round = 0; round < 5; ++round) {
    std::array<CountingProjector, 3> projectors;
    std::deque<Device> open;
    for (const CountingProjector& projector : projectors) {
      auto device = devices.open(projector.target(), {.rate = 30'000, .hold = 60s});
      REQUIRE(device);
      device->arm(true);
      open.push_back(*std::move(device));
    }
    for (Device& device : open) CHECK(device.write(lit_samples(1500), 10s) == 1500);
    for (Device& device : open) CHECK(device.close(10s));
    for (std::size_t i = 0; i < open.size(); ++i) check_lit(projectors[i], open[i], 1500);
  }
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
  test::LoopbackReceiver receiver;
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
  const Fault fault = device->status().fault.value();
  CHECK(fault.code == FaultCode::Callback);
  CHECK(fault.message() == "fill threw an exception: no more ideas; fix it, then call fill again");
  CHECK(refused == FaultCode::InCallback);
  CHECK(busy == FaultCode::Busy);
  CHECK(eventually([&] { return device->status().buffered == 0ns && projector.last_is_dark; }));
  CHECK(projector.lit <= 400);  // queued samples are discarded; for when see device_content_test.cpp
  CHECK(device->stop());
  CHECK(device->fill(nothing));
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

  CHECK(devices.open_all({left.target(), "127.0.0.1:99999"}).error().code == FaultCode::BadTarget);
  CHECK(devices.open(left.target()));  // the failed attempt does not keep it open
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
  CHECK(device->write(lit_samples(1)).error().code == FaultCode::BadOption);
  CHECK(device->set_rate(1000).error().code == FaultCode::BadOption);
  CHECK(device->fill_pictures([](auto&) { return false; }).error().code == FaultCode::BadOption);
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
  CHECK(device->show(lit_samples(200)).error().code == FaultCode::BadOption);
  std::atomic<int> asked{0};
  CHECK(device->fill_pictures([&](std::vector<LaserSample>& picture) {
    picture = lit_samples(100);
    return ++asked <= 20;
  }));
  CHECK(eventually([&] { return asked == 21; }));
  CHECK(device->close(10s));
  CHECK(eventually([&] { return projector.lit == 2000 && projector.last_is_dark; }));
}

TEST_CASE("devices that were opened together begin together, from one socket, and end by themselves",
          "[client]") {
  CountingProjector left, right;
  std::atomic<int> idle{0};
  Engine engine({.realtime = false, .together = 2, .on_idle = [&idle] { ++idle; }});
  Devices devices(engine, Search::None);
  std::vector<Device> open;
  for (const CountingProjector* projector : {&left, &right}) {
    auto device = devices.open("one of two", {.at = projector->receiver.local()}, {.latency = 1s, .hold = 10s});
    REQUIRE(device);
    device->arm(true);
    CHECK(device->write(lit_samples(3000)) == 3000);
    device->finish();
    CHECK(device->status().link == LinkState::Opening);
    open.push_back(*std::move(device));
  }
  CHECK(open[0].local() == open[1].local());
  CHECK(open[0].target() == "one of two");
  CHECK(open[0].retarget("127.0.0.1").error().code == FaultCode::BadOption);
  CHECK(engine.status().front().devices == 2);
  engine.begin();
  CHECK(eventually([&] { return idle == 1; }));
  for (const Device& device : open) {
    CHECK(device.status().link == LinkState::Closed);
    CHECK(device.sent().starved_samples.value() == 0);
  }
#ifndef _WIN32  // which counts by 15.6 ms
  CHECK(engine.status().front().processor_time > 0ns);
#endif
  CHECK(engine.status().front().active_time > 90ms);
  check_lit(left, open[0], 3000);
  check_lit(right, open[1], 3000);
  // Another device, which starts at once.
  CHECK(devices.open(left.target()).error().code == FaultCode::Busy);
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

TEST_CASE("what has not begun is closed without a word", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false, .together = 3});
  Devices devices(engine, Search::None);
  const DeviceOptions options{.shares_service = true};
  auto closed = devices.open(projector.target(), options), ended = devices.open(projector.target(), options),
       left = devices.open(projector.target(), options);
  CHECK(closed->close());
  ended->end();
  CHECK(ended->status().link == LinkState::Closed);
  CHECK(closed->status().link == LinkState::Closed);
  CHECK(engine.status().front().devices == 1);
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
  std::jthread stopping([&] { has_stopped = device->stop().has_value(); });
  CHECK(eventually([&] { return projector.last_is_dark.load(); }));
  CHECK(projector.lit < 50'000);
  goes_on = true;
  goes_on.notify_all();
  stopping.join();
  CHECK(has_stopped);
}

#ifndef _WIN32  // which knows no paths of sockets
TEST_CASE("shared memory owns the device until stop, however long nobody writes", "[client]") {
  const test::TemporaryFolder folder;
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device = devices.open(projector.target(), {.rate = 30'000, .hold = 1ms});
  REQUIRE(device);
  const auto nowhere = device->play_shared("/nowhere/ring");
  REQUIRE_FALSE(nowhere);
  CHECK(nowhere.error().code == FaultCode::BadOption);
  REQUIRE(device->play_shared(folder / "ring"));
  CHECK(device->play_shared(folder / "other").error().code == FaultCode::Busy);
  const TimePoint begun = io::monotonic_now();
  REQUIRE(eventually([&] { return io::monotonic_now() - begun > 5ms; }));
  CHECK(device->write(lit_samples(10)).error().code == FaultCode::Busy);
  CHECK(device->stop());
  CHECK(device->write(lit_samples(10)));
}
#endif

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
  CHECK(message("") == "\"\": is neither a host nor a unit");
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

TEST_CASE("a service takes one device of an engine; two services of one unit are two devices", "[client]") {
  CountingProjector projector;
  Engine engine({.realtime = false});
  Devices devices(engine), others(engine);
  auto device = devices.open(projector.target() + "/1");
  REQUIRE(device);
  const auto refused = others.open(projector.target() + "/1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == FaultCode::Busy);
  CHECK(refused.error().message() == projector.target() +
                                         "/1: another device of this engine plays to this service; close that "
                                         "one, or name another service");
  auto second = devices.open(projector.target() + "/2");
  CHECK(second);
  auto nameless = devices.open(projector.target());  // the default service, of which the client knows no number
  CHECK(nameless);
  CHECK(others.open(projector.target()).error().code == FaultCode::Busy);
  Engine another({.realtime = false});
  CHECK(Devices(another).open(projector.target() + "/1"));

  CHECK(second->retarget(projector.target() + "/1").error().code == FaultCode::Busy);
  CHECK(second->target() == projector.target() + "/2");
  CHECK(devices.open(projector.target() + "/2").error().code == FaultCode::Busy);  // still open
  CHECK(device->close());
  CHECK(second->retarget(projector.target() + "/1"));
  CHECK(devices.open(projector.target() + "/2"));
  CHECK(devices.open(projector.target() + "/1").error().code == FaultCode::Busy);
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
  CHECK(device.retarget("").error().code == FaultCode::BadTarget);
  CHECK(device.retarget("01-0200DEADBEEF").error().code == FaultCode::NotFound);
  auto other = Device::State::open(engine.state(), directory, "127.0.0.2/9", {});
  CHECK(device.retarget("127.0.0.2/9").error().code == FaultCode::Busy);
  CHECK(device.target() == to_string(projector->local()));
  projector.reset();
  CHECK(eventually(
      [&] { return device.status().link == LinkState::Missing; }));  // known only if it follows the unit
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
  std::vector<std::jthread> visitors;
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
  CHECK(device->write(samples, 30s) == samples.size());
  over = true;
  visitors.clear();
  CHECK(device->close(10s));
  check_lit(steady, *device, samples.size());
  CHECK(std::ranges::any_of(others, [](const auto& projector) { return projector.lit > 0; }));
  for (const auto& thread : engine.status()) CHECK(thread.devices == 0);
}
