// SPDX-License-Identifier: MIT
// Events, by which an application learns of changes of its devices.
#include <condition_variable>
#include <thread>

#include "client/device_state.hpp"
#include "client/event_hub.hpp"
#include "client/status_changes.hpp"
#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/test_timeout.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::EventHub;
using client::StatusChanges;

namespace {

constexpr Endpoint kHere = Endpoint::ipv4(0x0A000001, kIdnPort), kThere = Endpoint::ipv4(0x0A000002, kIdnPort);

/// Compares a status, which the test changes, with that of the previous look(), by default a second ago.
struct WatchedStatus {
  std::vector<std::string> look(Duration later = 1s) {
    std::vector<Event> events;
    changes.look(now, "Left", at += later, events);
    std::vector<std::string> lines;
    for (const Event& event : events) {
      CHECK(event.noticed == at);
      lines.push_back(to_string(event));
    }
    return lines;
  }

  DeviceStatus now;
  StatusChanges changes;
  TimePoint at{1h};
};

using Lines = std::vector<std::string>;

std::vector<LaserSample> bright_samples(std::size_t count, std::uint16_t red = 0xFFFF) {
  return std::vector<LaserSample>(count, {.x = 1, .y = 2, .r = red});
}

SampleReceiver open_receiver() {
  return SampleReceiver::open({.port = 0, .address = 0x7F000001}, [](const ReceivedSamples&) {}).value();
}

/// Polls until there is an event for which `is_wanted` is true. @return the lines of all events
template <class Wanted>
Lines poll_until(Engine& engine, Wanted is_wanted) {
  Lines lines;
  for (const TimePoint end = io::monotonic_now() + test::kTestTimeout; io::monotonic_now() < end;) {
    const auto event = engine.poll_event();
    if (!event) {
      std::this_thread::sleep_for(1ms);
      continue;
    }
    lines.push_back(to_string(*event));
    if (is_wanted(*event)) return lines;
  }
  FAIL("the event did not come");
  return lines;
}

auto link_is(LinkState link) {
  return [link](const Event& event) { return event.kind == EventKind::Link && event.link == link; };
}

}  // namespace

TEST_CASE("each change of a status is one event, and what stays as it is none", "[client]") {
  WatchedStatus watched;
  CHECK(watched.look() == Lines{"Left: opening"});
  CHECK(watched.look().empty());
  watched.now.link = LinkState::Playing;
  CHECK(watched.look() == Lines{"Left: playing"});
  watched.now.holds_expired = 1;
  watched.now.samples = 1000;
  watched.now.armed = true;
  CHECK(watched.look() == Lines{"Left: dark: no content for the hold time"});
  watched.now.holds_expired = 3;
  CHECK(watched.look() == Lines{"Left: dark: no content for the hold time, 2 times"});
  watched.now.link = LinkState::Missing;
  CHECK(watched.look() == Lines{"Left: missing"});
  watched.now.link = LinkState::Opening;
  watched.now.remote = kThere;
  watched.now.moves = watched.now.retargets = 1;
  CHECK(watched.look() == Lines{"Left: moved to 10.0.0.2:7255", "Left: opening"});
  watched.now.reconnects = 1;
  watched.now.link = LinkState::Playing;
  CHECK(watched.look() == Lines{"Left: the receiver lost the stream", "Left: playing"});
  watched.now.faults = 2;
  watched.now.fault = Error{Errc::Callback, "fill threw an exception", "mend it"};
  CHECK(watched.look() == Lines{"Left: fill threw an exception; mend it"});
  watched.now.link = LinkState::Closed;
  CHECK(watched.look() == Lines{"Left: closed"});
}

TEST_CASE("what has happened before the first look is told, tighter limits once", "[client]") {
  WatchedStatus watched;
  watched.now.limits_tightened = true;
  watched.now.holds_expired = 1;
  watched.now.link = LinkState::Muted;
  CHECK(watched.look() == Lines{"Left: the administrator's limits are tighter than the device's own",
                                "Left: dark: no content for the hold time", "Left: muted"});
  CHECK(watched.look().empty());
}

TEST_CASE("every limit has an event, with its samples, once a second at most", "[client]") {
  WatchedStatus watched;
  watched.look();
  client::OutputCounts& counts = watched.now.limited;
  counts = {.picture = 1, .speed = 2, .acceleration = 3, .zones = 4, .allowed = 5, .brightness = 6, .dwell = 7};
  CHECK(watched.look() ==
        Lines{"Left: 1 sample beyond the limit of picture size", "Left: 2 samples beyond the limit of speed",
              "Left: 3 samples beyond the limit of acceleration", "Left: 4 samples beyond the limit of zones",
              "Left: 5 samples beyond the limit of allowed zones",
              "Left: 6 samples beyond the limit of brightness", "Left: 7 samples beyond the limit of dwell"});
  counts.speed += 100;
  CHECK(watched.look(999ms).empty());
  counts.speed += 100;
  CHECK(watched.look(1ms) == Lines{"Left: 200 samples beyond the limit of speed"});
}

TEST_CASE("scanners that work hard are told once, until they have worked less", "[client]") {
  WatchedStatus watched;
  watched.look();
  double& load = watched.now.limited.scanner_load;
  load = 0.69;
  CHECK(watched.look().empty());
  load = 0.714;
  CHECK(watched.look() == Lines{"Left: scanner load is 71 % of what their class allows"});
  load = 1;
  CHECK(watched.look().empty());
  load = 0.65;
  CHECK(watched.look().empty());
  load = 0.75;
  CHECK(watched.look().empty());
  load = 0.5;
  CHECK(watched.look().empty());
  load = 0.7;
  CHECK(watched.look() == Lines{"Left: scanner load is 70 % of what their class allows"});
}

TEST_CASE("events that nobody asks for wait, the newest of them", "[client]") {
  EventHub hub;
  std::uint64_t looks = 0;
  const auto source = hub.add([&](TimePoint, std::vector<Event>& changes) {
    ++looks;
    for (std::uint64_t i = 0; i <= EventHub::kMost; ++i) changes.push_back({.count = looks * 10'000 + i});
  });
  CHECK(looks == 0);  // no poll() yet
  CHECK(hub.poll()->count == 10'001);
  CHECK(looks == 1);
  CHECK(hub.poll()->count == 10'002);
  CHECK(looks == 1);  // events are still queued
  hub.remove(source);
  CHECK(looks == 2);
  CHECK(hub.poll()->count == 20'001);
  for (std::uint64_t i = 2; i <= EventHub::kMost; ++i) REQUIRE(hub.poll()->count == 20'000 + i);
  CHECK_FALSE(hub.poll());
  hub.remove(source);
  CHECK(looks == 2);
}

TEST_CASE("an application that polls hears of its device from the opening to the end", "[client]") {
  std::optional<SampleReceiver> projector = open_receiver();
  const std::string name = to_string(projector->local());
  Engine engine({.realtime = false});
  Devices devices(engine);
  auto device =
      devices.open(name, {.hold = 50ms,
                          .output = {.limits = {.brightness = {.most = output::Brightness::all(0.5),
                                                               .action = output::LimitAction::Clamp}}}});
  REQUIRE(device);
  device->arm(true);
  CHECK(poll_until(engine, link_is(LinkState::Playing)).back() == name + ": playing");
  CHECK(device->show(bright_samples(100)));
  const auto limited = [](const Event& event) {
    return event.kind == EventKind::Limited && event.limit == Limit::Brightness && event.count > 0;
  };
  poll_until(engine, limited);
  const auto expired = [](const Event& event) { return event.kind == EventKind::HoldExpired; };
  CHECK(poll_until(engine, expired).back() == name + ": dark: no content for the hold time");
  CHECK(device->fill([](const FillRequest&, std::span<LaserSample>) -> std::size_t {
    throw std::runtime_error("no more ideas");
  }));
  const auto fault = [](const Event& event) { return event.kind == EventKind::Fault; };
  CHECK(poll_until(engine, fault).back() ==
        name + ": fill threw an exception: no more ideas; fix it, then call fill again");
  projector.reset();
  poll_until(engine, link_is(LinkState::Silent));
  CHECK(device->close());
  CHECK(poll_until(engine, link_is(LinkState::Closed)).back() == name + ": closed");
  CHECK_FALSE(engine.poll_event());
}

TEST_CASE("a helper thread tells what happens; there nothing can be closed, but opened", "[client]") {
  SampleReceiver projector = open_receiver();
  const std::string name = to_string(projector.local());
  std::mutex mutex;
  Lines lines;
  std::optional<Device> device, other;
  std::optional<Devices> devices;
  std::optional<Errc> close_refused, stop_refused;
  bool plays = false;
  std::condition_variable has_changed;
  const auto on_event = [&](const Event& event) {
    const std::lock_guard lock(mutex);
    lines.push_back(to_string(event));
    if (!link_is(LinkState::Playing)(event)) return;
    close_refused = device->close().error().code;
    stop_refused = device->stop().error().code;
    if (auto opened = devices->open("127.0.0.1/9")) other = *std::move(opened);
    plays = true;
    has_changed.notify_all();
  };
  std::optional<Engine> engine(std::in_place, EngineOptions{.realtime = false, .on_event = on_event});
  devices.emplace(*engine);
  {
    std::unique_lock lock(mutex);
    device = devices->open(name).value();
    CHECK(has_changed.wait_for(lock, test::kTestTimeout, [&] { return plays; }));
  }
  CHECK_FALSE(engine->poll_event());
  engine.reset();  // delivers the remaining events before it returns
  CHECK(close_refused == Errc::InCallback);
  CHECK(stop_refused == Errc::InCallback);
  CHECK(other);
  CHECK(std::ranges::count(lines, name + ": playing") == 1);
  CHECK(std::ranges::count(lines, name + ": closed") == 1);
  CHECK(std::ranges::count(lines, "127.0.0.1/9: closed") == 1);
  CHECK(device->status().link == LinkState::Closed);
}

TEST_CASE("an application with a loop of its own hears of events there, on its thread", "[client]") {
  SampleReceiver projector = open_receiver();
  const auto here = std::this_thread::get_id();
  bool plays = false, is_here = true;
  std::optional<Device> device;
  std::optional<Errc> refused;
  Engine engine({.manual = true, .on_event = [&](const Event& event) {
                   is_here = is_here && std::this_thread::get_id() == here;
                   refused = device->close().error().code;
                   plays = plays || link_is(LinkState::Playing)(event);
                 }});
  Devices devices(engine);
  device = devices.open(to_string(projector.local())).value();
  for (const TimePoint end = io::monotonic_now() + test::kTestTimeout; !plays && io::monotonic_now() < end;) {
    const TimePoint next = engine.drive();
    std::this_thread::sleep_until(std::chrono::steady_clock::time_point(next.time_since_epoch()));
  }
  CHECK(plays);
  CHECK(is_here);
  CHECK(refused == Errc::InCallback);
  CHECK(device->close());
}

TEST_CASE("a device cannot be closed from within the fill of another one of its engine", "[client]") {
  SampleReceiver left = open_receiver(), right = open_receiver();
  Engine engine({.realtime = false}), apart({.realtime = false});
  Devices devices(engine), others(apart);
  auto filled = devices.open(to_string(left.local())), second = devices.open(to_string(right.local()));
  auto other = others.open(to_string(right.local()));
  REQUIRE((filled && second && other));
  std::optional<Errc> refused;
  std::atomic<bool> called{false}, closed{false};
  CHECK(filled->fill([&](const FillRequest&, std::span<LaserSample>) {
    refused = second->close().error().code;
    closed = other->close().has_value();
    called = true;
    return std::size_t{0};
  }));
  for (const TimePoint end = io::monotonic_now() + test::kTestTimeout; !called && io::monotonic_now() < end;)
    std::this_thread::sleep_for(1ms);
  CHECK(filled->stop());
  CHECK(refused == Errc::InCallback);
  CHECK(closed);
  CHECK(second->status().link != LinkState::Closed);
  CHECK(second->close());
}

TEST_CASE("a fill within a fill cannot close devices of either engine", "[client]") {
  SampleReceiver left = open_receiver(), right = open_receiver();
  Engine outer({.manual = true}), inner({.manual = true});
  Devices outer_devices(outer), inner_devices(inner);
  auto outside = outer_devices.open(to_string(left.local()));
  auto inside = inner_devices.open(to_string(right.local()));
  REQUIRE((outside && inside));
  std::optional<Errc> outside_refused, inside_refused;
  CHECK(inside->fill([&](const FillRequest&, std::span<LaserSample>) {
    outside_refused = outside->close().error().code;
    inside_refused = inside->close().error().code;
    return std::size_t{0};
  }));
  CHECK(outside->fill([&](const FillRequest&, std::span<LaserSample>) {
    inner.drive();
    return std::size_t{0};
  }));
  outer.drive();
  CHECK(outside_refused == Errc::InCallback);
  CHECK(inside_refused == Errc::InCallback);
  CHECK(inside->close());
  CHECK(outside->close());
}

TEST_CASE("devices that move, are displaced, found again and lost tell it", "[client]") {
  SampleReceiver projector = open_receiver();
  Engine engine({.realtime = false});
  auto state = client::Device::State::open(engine.state(), std::make_shared<client::UnitDirectory>(false),
                                           to_string(projector.local()), {});
  REQUIRE(state);
  using Kind = stream::UnitEvent::Kind;
  (*state)->on_unit({.kind = Kind::Moved, .from = kHere, .to = kThere});
  const auto moved = [](const Event& event) { return event.kind == EventKind::Moved; };
  poll_until(engine, [&](const Event& event) { return moved(event) && event.remote == kThere; });
  (*state)->on_unit({.kind = Kind::Displaced, .from = kThere});
  const auto fault = [](const Event& event) { return event.kind == EventKind::Fault; };
  poll_until(engine, [&](const Event& event) { return fault(event) && event.fault->code == Errc::NotFound; });
}
