// SPDX-License-Identifier: MIT
// What fill brings to a device of the client layer, in virtual time.
#include "client/content/filler.hpp"

#include "client/content/device_content.hpp"
#include "io/send/stream_socket.hpp"
#include "support/playing_device.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::ContentSource;
using client::DeviceOptions;
using test::device_of_1ms;
using test::green;
using test::PlayingDevice;

namespace {

/// In the virtual time of `device`.
client::Filler::Setup filler_setup(
    PlayingDevice& device, std::function<void(Error)> on_fault = [](const Error&) {}) {
  return {.engine = nullptr,
          .content = device.content,
          .pause = 1ms,
          .on_fault = std::move(on_fault),
          .now = [&device] { return device.clock.now(); }};
}

}  // namespace

TEST_CASE("fill is told when the first sample leaves, before the device starts", "[client]") {
  PlayingDevice device(device_of_1ms());
  const TimePoint start = device.clock.now() + 5s;
  device.content.expect_start(start);
  std::vector<TimePoint> sent_at;
  auto setup = filler_setup(device);
  setup.receiver_latency = [] { return 7ms; };
  client::SampleFiller filler(
      std::move(setup),
      [&](const client::FillRequest& request, std::span<LaserSample> room) {
        CHECK(request.shown_at == request.sent_at + 7ms);
        CHECK(io::from_steady_clock(io::to_steady_clock(request.shown_at)) == request.shown_at);
        sent_at.push_back(request.sent_at);
        return std::min<std::size_t>(room.size(), 10);
      },
      10);
  filler.ask();
  REQUIRE(sent_at.size() > 1);
  CHECK(sent_at[0] == start);
  CHECK(sent_at[1] == start + Duration(10s) / device.content.rate().per_second);
}

TEST_CASE("what fill has written is packed from where it was written, into what is sent", "[client]") {
  // The socket counts the octets that it has to copy before it can pass them to the kernel.
  const test::LoopbackReceiver receiver;
  const auto socket = io::StreamSocket::open(receiver.endpoint()).value();
  DeviceOptions options{.rate = 100'000};
  client::DeviceContent content(options, 200, 200);
  content.light().arm(true);
  stream::SenderSession stream(stream::WaveStream::create({}, content).value());
  io::DriverStats stats;
  test::FakeClock clock;
  io::StreamLoop loop;
  loop.add(stream, *socket, stats);
  loop.start(clock.now());
  for (int i = 0; i < 50; ++i) {
    const auto call = content.begin_call(ContentSource::Filled, clock.now());
    const auto room = content.room().first(100);
    std::ranges::fill(room, green(i));
    content.commit(100, clock.now());
    loop.step(clock);
  }
  CHECK(stream.stats().samples.value() == 5000);
  CHECK(stream.stats().starved_samples.value() == 0);
  // The first datagram and the request for an acknowledge right behind it are copied, each of the 49 others is
  // not.
  CHECK(socket->stats().datagrams.value() == 51);
#ifdef __linux__
  constexpr std::size_t kRequest = 4 + 8 + 20;
#else
  constexpr std::size_t kRequest =
      0;  // where no buffer can be divided, the last datagram of a wake-up is not copied
#endif
  CHECK(socket->stats().copied.value() == (4 + 8 + 20 + 4 + 100 * 8) + kRequest);
}

TEST_CASE("the packer gets the very memory that fill was given", "[client]") {
  client::DeviceContent content({.rate = 100'000}, 200, 200);
  content.light().arm(true);
  const auto now = TimePoint(1s);
  for (int i = 0; i < 100; ++i) {
    const auto call = content.begin_call(ContentSource::Filled, now);
    const auto room = content.room().first(70);
    std::ranges::fill(room, green(i));
    content.commit(70, now);
    REQUIRE(content.prepare(now) != nullptr);
    const auto pieces = content.take(70, now);
    REQUIRE(pieces.size() == 70);
    CHECK(pieces.first.data() == room.data());
  }
}

TEST_CASE("after a blackout fill is asked as soon as the next datagram has made room", "[client]") {
  PlayingDevice device(device_of_1ms());
  auto setup = filler_setup(device);
  setup.pause = 10s;
  int asked = 0;
  client::SampleFiller filler(
      std::move(setup),
      [&](const client::FillRequest&, std::span<LaserSample> room) {
        ++asked;
        return room.size();
      },
      10);
  CHECK(filler.ask() == device.clock.now() + 10s);
  const int before = asked;
  CHECK(before > 0);
  device.content.black_out(true);
  CHECK(filler.ask() < device.clock.now() + 1ms);
  CHECK(asked == before);
  CHECK(device.content.prepare(device.clock.now()) == nullptr);
  filler.ask();
  CHECK(asked > before);
}

TEST_CASE("a blackout wakes who waits for room", "[client]") {
  client::DeviceContent content({.rate = 100'000}, 200, 200);
  std::atomic<bool> is_awake{false};
  const TimePoint begun = io::monotonic_now();
  jthread waits([&] {
    content.wait_for_room(30s);
    is_awake = true;
  });
  while (!is_awake) content.black_out(true);
  CHECK(io::monotonic_now() < begun + 30s);
}

TEST_CASE("a fill that brings odd pieces leaves no gap where little more than two datagrams may wait",
          "[client]") {
  PlayingDevice device({.latency = 5ms}, 100, 0ms, 3);
  std::vector<std::size_t> sizes{100, 80, 100, 37, 63, 100};
  std::size_t calls = 0;
  client::SampleFiller filler(
      filler_setup(device),
      [&](const client::FillRequest&, std::span<LaserSample> room) {
        const std::size_t count = std::min(room.size(), sizes[calls++ % sizes.size()]);
        std::ranges::fill(room.first(count), green(1, 1));
        return count;
      },
      100);
  filler.ask();
  device.run_for(1s, [&] { filler.ask(); });  // once for each datagram
  CHECK(device.stream->stats().starved_samples.value() == 0);
  CHECK(device.content.waits().longest() <= 10ms);
}

TEST_CASE("a fill that never brings enough is asked 16 times, then at once again", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  int calls = 0;
  client::SampleFiller filler(
      filler_setup(device),
      [&](const client::FillRequest&, std::span<LaserSample> room) -> std::size_t {
        room.front() = green(1, 1);
        ++calls;
        return 1;
      },
      1);
  const TimePoint next = filler.ask();
  CHECK(calls == 16);  // the limit, so that one device does not delay the others of a filler
  CHECK(next == device.clock.now());
}

TEST_CASE("fill is told when its samples leave", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  std::vector<TimePoint> told;
  device.run_for(100ms, [&] {
    const auto call = device.content.begin_call(ContentSource::Filled, device.clock.now());
    const auto room = device.content.room();
    for (std::size_t i = 0; i < room.size(); ++i) {
      told.push_back(device.content.sent_at(device.content.pushed() + i, device.clock.now()));
      room[i] = green(static_cast<int>(told.size()));
    }
    device.content.commit(room.size(), device.clock.now());
  });
  std::size_t number = 0;
  for (const auto& [sent, sample] : device.played())
    if (!sample.is_dark()) {
      const Duration error = told.at(number++) - sent;
      // A datagram takes a millisecond of samples. The first ring is filled before the stream runs.
      if (number > 700) CHECK((error >= 0ms && error <= 1100us));
    }
  CHECK(number > 2500);
}

TEST_CASE("what fill throws discards what it brought before: dark from the next datagram on", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 40ms});
  bool throws = false;
  std::vector<Error> faults;
  client::SampleFiller filler(
      filler_setup(device, [&](const Error& fault) { faults.push_back(fault); }),
      [&](const client::FillRequest&, std::span<LaserSample> room) {
        if (throws) throw std::runtime_error("no more ideas");
        std::ranges::fill(room, green(1, 1));
        return room.size();
      },
      30);
  device.run_for(20ms, [&] { filler.ask(); });
  CHECK(device.content.waiting() > 1000);
  throws = true;
  filler.ask();
  CHECK(filler.is_over());
  const TimePoint thrown = device.clock.now();
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == Errc::Callback);
  device.run_for(60ms);
  CHECK(device.last_lit().value() <= thrown);
  CHECK(device.content.waiting() == 0);
}

TEST_CASE("whoever stops a fill need not wait for its last call to be dark", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 40ms});
  std::function<void()> meanwhile = [] {};
  client::SampleFiller filler(
      filler_setup(device),
      [&](const client::FillRequest&, std::span<LaserSample> room) {
        std::ranges::fill(room, green(1, 1));
        meanwhile();
        return room.size();
      },
      30);
  device.run_for(20ms, [&] { filler.ask(); });
  TimePoint stopped{};
  meanwhile = [&] {
    filler.end();
    device.content.release();
    stopped = device.clock.now();
    device.run_for(60ms);
  };
  filler.ask();
  device.run_for(60ms, [&] { CHECK(filler.ask() == kNever); });
  CHECK(device.last_lit().value() <= stopped);
}
