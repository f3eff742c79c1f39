// SPDX-License-Identifier: MIT
// When a device of the client layer is dark, and when it is lit, in virtual time.
#include "client/content/device_content.hpp"

#include "idn/stop_token.hpp"
#include "support/playing_device.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::ContentSource;
using test::device_of_1ms;
using test::line;
using test::PlayingDevice;
using test::samples_of;
using test::WavePacket;

TEST_CASE("the hold time is no longer where ticks are", "[client]") {
  PlayingDevice device({.hold = 100ms, .datagrams = {.tick = 50ms}}, 30, 50ms);
  const TimePoint shown = device.clock.now();
  device.show(line(0, 30));
  device.run_for(1s);
  REQUIRE(device.last_lit());
  CHECK(*device.last_lit() - shown <= 100ms);
}

TEST_CASE("a device is dark until it is armed, and from the next datagram on when it is not", "[client]") {
  PlayingDevice device = device_of_1ms();
  device.content.light().arm(false);
  const auto picture = line(100, 50);
  const auto show = [&] { device.show(picture); };
  device.run_for(100ms, show);
  CHECK_FALSE(device.last_lit());
  device.content.light().arm(true);
  const TimePoint armed = device.clock.now();
  device.run_for(10ms, show);
  CHECK(device.last_lit().value() > armed);
  device.content.light().arm(false);
  const TimePoint disarmed = device.clock.now();
  device.run_for(100ms, show);
  CHECK(device.last_lit().value() <= disarmed);
}

TEST_CASE("when light was sent last is known to 10 ms, whatever keeps it dark", "[client]") {
  PlayingDevice device = device_of_1ms();
  const auto lit_at = [&] { return device.stream->stats().lit_at.value(); };
  device.run_for(50ms, [&] { device.write(std::vector(30, LaserSample{.x = 4000})); });
  CHECK(lit_at() == TimePoint{});
  for (int i = 0; i < 3; ++i) {
    device.run_for(45ms, [&] { device.write(line(4000, 30)); });
    const bool by_blackout = i == 1;
    if (by_blackout) device.content.black_out(true);
    if (i == 2) device.content.light().arm(false);
    device.run_for(300ms, [&] {
      device.write(std::vector(30, LaserSample{.x = 4000, .r = i > 0 ? std::uint16_t{9} : std::uint16_t{0}}));
    });
    device.content.black_out(false);
    CHECK(lit_at() <= *device.last_lit());
    CHECK(lit_at() > *device.last_lit() - 10ms);
  }
}

TEST_CASE("a dimmer acts on what waits, with the next datagram, and full is as it was", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  const auto next_at = [&](double share) {
    device.content.set_brightness(share);
    const std::size_t before = device.net.sent.size();
    device.run_for(2ms, [&] { device.write(line(4000, 60)); });
    REQUIRE(device.net.sent.size() > before);
    return samples_of(WavePacket(device.net.sent[before].octets));
  };
  device.run_for(10ms, [&] { device.write(line(4000, 600)); });
  for (const auto& sample : next_at(0.5)) CHECK(sample.g >> 8 == 0x7F);
  for (const auto& sample : next_at(0)) CHECK(sample.is_dark());
  for (const auto& sample : next_at(1)) CHECK(sample.g >> 8 == 0xFF);
}

TEST_CASE("blackout discards what waits and darkens what comes; the picture comes back", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  CHECK(device.write(line(1, 2000)) == 600);
  device.run_for(5ms);
  device.content.black_out(true);
  const TimePoint dark = device.clock.now();
  device.run_for(1ms);
  CHECK(device.content.waiting() == 0);
  CHECK(device.content.discarded_samples() + device.content.waits().count() == 600);  // waits: those sent
  CHECK(device.content.discarded_samples() > 400);
  device.run_for(20ms, [&] { device.write(line(5000, 30)); });
  CHECK(device.last_lit().value() <= dark);
  device.content.black_out(false);
  device.run_for(10ms, [&] { device.write(line(9000, 30)); });
  CHECK(device.last_lit().value() > dark + 20ms);
}

TEST_CASE("datagrams that are late do not shorten the hold time", "[client]") {
  client::DeviceContent content({.rate = 100'000, .hold = 50ms}, 200, 200);
  const auto shown = TimePoint(1s);
  if (const auto call = content.begin_call(ContentSource::Pictures, shown); call)
    content.show(line(4000, 50), shown);
  for (TimePoint due = shown - 40ms; due <= shown + 50ms; due += 1ms) CHECK(content.prepare(due) != nullptr);
  CHECK(content.prepare(shown + 51ms) == nullptr);
  CHECK(content.light().holds_expired() == 1);
}

TEST_CASE("an application that hangs leaves no light beyond the hold time and a tick", "[client]") {
  const auto check_hold = [](auto bring) {
    PlayingDevice device = device_of_1ms({.latency = 500ms, .hold = 100ms});
    device.run_for(300ms, [&] { bring(device); });
    const TimePoint hung = device.clock.now();
    device.run_for(10s);
    REQUIRE(device.last_lit().has_value());
    CHECK(*device.last_lit() - hung <= 101ms);
    CHECK(*device.last_lit() - hung >= 98ms);
    CHECK(device.content.light().holds_expired() == 1);
    bring(device);  // no old samples may be played now
    const std::size_t before = device.net.sent.size();
    device.run_for(3ms);
    const auto played = device.played(before);
    const auto first = std::ranges::find_if(played, [](const auto& p) { return !p.sample.is_dark(); });
    REQUIRE(first != played.end());
    CHECK(first->sample.x == 4000);
  };
  SECTION("pictures") {
    check_hold([](PlayingDevice& device) { device.show(line(4000, 50)); });
  }
  SECTION("samples, of which more wait") {
    check_hold([](PlayingDevice& device) { device.write(line(4000, 200)); });
  }
}

TEST_CASE("no sample of an old picture is sent when other content begins", "[client]") {
  PlayingDevice device = device_of_1ms({.hold = 20ms});
  const ContentSource next = GENERATE(ContentSource::Pictures, ContentSource::Samples, ContentSource::Filled);
  const bool is_stopped = next == ContentSource::Pictures || GENERATE(false, true);
  device.show(line(4000, 50));
  device.run_for(10ms);
  if (is_stopped) device.content.release();
  device.run_for(30ms);
  const std::size_t before = device.net.sent.size();
  {
    const auto call = device.content.begin_call(next, device.clock.now());
    REQUIRE(call);
    device.run_for(3ms);  // a call in progress
    if (next == ContentSource::Pictures)
      device.content.show(line(8000, 90), device.clock.now());
    else
      device.content.write(line(8000, 90), device.clock.now());
  }
  device.run_for(3ms);
  int lit = 0;
  for (const auto& [sent, sample] : device.played(before)) {
    lit += sample.is_dark() ? 0 : 1;
    CHECK((sample.is_dark() || sample.x >= 8000));
  }
  CHECK(lit > 30);
}

TEST_CASE("nor does the tick thread see one at any moment of the call", "[client]") {
  client::DeviceContent content({.hold = 10ms}, 200, 200);
  content.light().arm(true);
  std::atomic<int> milli{1};   // the time
  std::atomic<int> ticked{0};  // the time of the last whole tick
  std::atomic<int> old_ticks{0}, new_ticks{0};
  const jthread ticks([&](const stop_token& stop) {
    while (!stop.stop_requested()) {
      const int now = milli;
      content.prepare(TimePoint(now * 1ms));
      const auto sent = content.take(30, TimePoint(now * 1ms)).first;
      old_ticks += std::ranges::any_of(sent, [](LaserSample sample) { return sample.r > 0; });
      new_ticks += std::ranges::any_of(sent, [](LaserSample sample) { return sample.g > 0; });
      ticked = now;
    }
  });
  const auto advance = [&](int by) {
    milli += by;
    while (ticked != milli) std::this_thread::yield();
    return TimePoint(milli.load() * 1ms);
  };
  const auto show = [&](const std::vector<LaserSample>& picture) {
    if (const auto call = content.begin_call(ContentSource::Pictures, TimePoint(milli.load() * 1ms)))
      content.show(picture, TimePoint(milli.load() * 1ms));
  };
  const std::vector<LaserSample> red(30, {.x = 1, .r = 0xFFFF});
  constexpr int kRounds = 10'000;
  for (int i = 0; i < kRounds; ++i) {
    const int before = old_ticks;
    show(red);
    advance(1);
    REQUIRE(old_ticks > before);
    const bool is_stopped = i % 2 == 0;
    if (is_stopped) content.release();
    const TimePoint later = advance(is_stopped ? 1 : 12);
    const int old = old_ticks;
    if (is_stopped)
      show(line(4000, 60));
    else if (const auto call = content.begin_call(ContentSource::Filled, later))
      content.write(line(4000, 60), later);
    advance(1);
    REQUIRE(old_ticks == old);
    content.release();
    advance(1);
  }
  CHECK(new_ticks >= kRounds);
}

TEST_CASE("a process that was stopped as a whole plays what was waiting", "[client]") {
  PlayingDevice device = device_of_1ms({.latency = 20ms});
  CHECK(device.write(line(1, 600)) == 600);
  device.run_for(5ms);
  device.clock.advance(5s);
  device.run_for(50ms);
  const auto played = device.played();
  CHECK(std::ranges::count_if(played, [](const auto& p) { return !p.sample.is_dark(); }) == 600);
}

TEST_CASE("a picture that is kept stays for that long, without a call", "[client]") {
  PlayingDevice device = device_of_1ms({.hold = 50ms});
  device.show(line(1, 50));
  device.content.light().keep(3s, device.clock.now());
  const TimePoint kept = device.clock.now();
  device.run_for(5s);
  CHECK(*device.last_lit() - kept <= 3001ms);
  CHECK(*device.last_lit() - kept >= 2998ms);
}

TEST_CASE("a loop that is asked to close is dark with what is due next", "[client]") {
  PlayingDevice device = device_of_1ms();
  device.show(line(1, 50));
  device.run_for(10ms);
  const TimePoint asked = device.clock.now();
  CHECK(device.last_lit().value() == asked);
  device.loop.request_close();
  device.run_for(10ms);
  CHECK(device.last_lit().value() == asked);
  CHECK(device.stream->is_done());
}
