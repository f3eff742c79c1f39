// SPDX-License-Identifier: MIT
// Frame sessions, connected to the receiver, in virtual time.
#include "support/frame_session.hpp"

#include <thread>

#include "idn/stop_token.hpp"
#include "io/send/driver.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/memory_transport.hpp"
#include "support/run.hpp"
#include "support/session_link.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::FrameConfig;
using stream::FrameOrder;
using stream::FrameRepeat;
using test::FrameSession;
using test::kStart;

namespace {

using Picture = std::vector<LaserSample>;

struct Light {
  explicit Light(Duration hold) : light(hold, 22ms) {
    light.arm(true);
    light.resume();
  }
  stream::LightSwitch light;
};

/// Each picture that is pushed restarts the hold time.
struct Link : Light, test::SessionLink<FrameSession> {
  explicit Link(const FrameConfig& config, Duration hold = 1h, const stream::LinkConfig& link = {})
      : Light(hold), SessionLink(config, light, link) {}

  bool push(const Picture& picture, FrameRepeat repeat = FrameRepeat::UntilNext) {
    light.note_call(present());
    return sender->push(picture, repeat);
  }
  void keep(Duration duration) { light.keep(duration, present()); }
  /// A run ends before the next deadline, which may be later than the time up to which it went.
  void run(TimePoint until = kNever) {
    SessionLink::run(until);
    until_ = until;
  }
  TimePoint present() const { return until_; }

 private:
  TimePoint until_ = kStart;
};

Picture picture(int x, std::size_t points = 500) {
  return Picture(points, test::lit_at(x));
}

Picture numbered_points(std::size_t points) {
  Picture samples;
  for (std::size_t i = 0; i < points; ++i) samples.push_back(test::lit_at(static_cast<int>(i)));
  return samples;
}

/// The configuration to play a file: no frame is dropped, and the hold time is long.
FrameConfig file(Duration period = 40ms) {
  return {.frame_period = period, .order = FrameOrder::KeepAll};
}

FrameConfig fragmented(std::size_t datagram, Duration period = 40ms) {
  FrameConfig config = file(period);
  config.limits.max_datagram = datagram;
  config.packer.format = wire::SampleFormat::Xyrgb;  // the times are of its 7 octets
  return config;
}

/// Pushes picture 0, 1 ... one after each `step`, until `end`; the first one is pushed at once.
void produce(Link& link, Duration step, Duration end) {
  int x = 0;
  for (TimePoint t = link.started ? link.now : kStart; t < kStart + end; t += step) {
    link.push(picture(x++));
    link.run(t + step);
  }
}

bool is_dark(const test::Seen::Chunk& chunk) {
  return std::ranges::all_of(chunk.samples, &LaserSample::is_dark);
}

}  // namespace

TEST_CASE("frames arrive one per period and end dark", "[stream]") {
  Link link(file());
  for (int i = 0; i < 3; ++i) CHECK(link.push(picture(i), i == 1 ? FrameRepeat::Once : FrameRepeat::UntilNext));
  link.sender->finish();
  link.run();
  REQUIRE(link.seen.chunks.size() == 4);
  for (int i = 0; i < 4; ++i) CHECK(link.seen.chunks[static_cast<std::size_t>(i)].arrival == kStart + 40ms * i);
  for (int i = 0; i < 3; ++i) CHECK(link.seen.chunks[static_cast<std::size_t>(i)].samples == picture(i));
  CHECK(link.seen.chunks[1].once);
  CHECK(link.seen.chunks[3].samples == Picture(2, blanked(test::lit_at(2))));
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
  CHECK(link.seen.events == 0);
  CHECK(link.sender->stats().frames.value() == 4);
}

TEST_CASE("finished frames stay dark for a while before the close, whatever their producer does", "[stream]") {
  Link link(file(), 1h, {.dark_before_close = 100ms});
  for (int i = 0; i < 3; ++i) CHECK(link.push(picture(i)));
  link.sender->finish();
  link.run(kStart + 150ms);
  CHECK(link.seen.ends.empty());
  link.light.arm(false);
  link.run(kStart + 170ms);
  link.light.arm(true);
  link.keep(1h);
  link.run();
  REQUIRE(link.seen.chunks.size() == 5);
  CHECK(link.seen.lit() == 3);
  CHECK(link.seen.chunks[3].arrival == kStart + 120ms);
  CHECK(link.seen.chunks[4].arrival == kStart + 220ms);
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
}

TEST_CASE("frames that still wait are not shown after the end, which is dark for a while", "[stream]") {
  Link link(file(), 1h, {.dark_before_close = 100ms});
  for (int i = 0; i < 3; ++i) CHECK(link.push(picture(i)));
  link.run(kStart + 50ms);
  link.sender->end();
  CHECK_FALSE(link.push(picture(4)));
  link.run();
  CHECK(link.seen.lit() == 2);
  REQUIRE(link.seen.chunks.size() == 4);
  CHECK(link.seen.chunks[3].arrival - link.seen.chunks[2].arrival == 100ms);
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
}

TEST_CASE("a picture that stays is kept alive and sent again for receivers that come later", "[stream]") {
  Link link(file());
  link.push(picture(1));
  link.run(kStart + 2500ms);
  CHECK(link.seen.chunks.size() == 3);
  CHECK(link.seen.ends.empty());
  CHECK(link.sender->stats().keepalives.value() >= 8);
  for (std::size_t i = 1; i < link.seen.packets.size(); ++i)
    CHECK(link.seen.packets[i] - link.seen.packets[i - 1] <= 200ms);
  for (std::size_t i = 1; i < link.seen.configured.size(); ++i)
    CHECK(link.seen.configured[i] - link.seen.configured[i - 1] <= 240ms);
}

TEST_CASE("a frame that stays is light for as long as it is shown, one that is drawn once when it is sent",
          "[stream]") {
  const bool stays = GENERATE(true, false);
  Link link(file());
  const auto lit_at = [&] { return link.sender->stats().lit_at.value(); };
  link.push(Picture(50));
  link.run(kStart + 100ms);
  CHECK(lit_at() == TimePoint{});
  link.push(picture(1), stays ? FrameRepeat::UntilNext : FrameRepeat::Once);
  link.run(kStart + 1s);
  CHECK(lit_at() >= kStart + (stays ? 980ms : 100ms));
  CHECK(lit_at() <= kStart + (stays ? 1s : 140ms));
  link.light.arm(false);
  link.run(kStart + 2s);
  CHECK(lit_at() <= kStart + (stays ? 1020ms : 140ms));
}

TEST_CASE("a frame that was to be drawn once does not come back", "[stream]") {
  Link link(file());
  link.push(picture(1), FrameRepeat::Once);
  link.run(kStart + 2500ms);
  CHECK(link.seen.chunks.size() == 1);
}

TEST_CASE("frames slower than the keepalive are divided, so that the session lives", "[stream]") {
  Link link(file(1500ms));
  for (int i = 0; i < 3; ++i) link.push(picture(i, 50));
  link.sender->finish();
  link.run();
  REQUIRE(link.seen.chunks.size() == 4);
  CHECK(link.seen.chunks[1].arrival == kStart + 1500ms);
  CHECK(link.seen.ends.size() == 1);
}

TEST_CASE("frame periods that are no whole number of ticks do not drift", "[stream]") {
  Link link(file(33'333'333ns));
  for (int i = 0; i < 100; ++i) {
    link.push(picture(i, 50));
    link.run(kStart + 33'333'333ns * i + 1ms);
  }
  REQUIRE(link.seen.chunks.size() == 100);
  CHECK(link.seen.chunks.back().arrival - (kStart + 33'333'333ns * 99) < 10ns);
  CHECK(link.seen.chunks.back().arrival - (kStart + 33'333'333ns * 99) > -10ns);
}

TEST_CASE("a stalled frame sender goes on from now, without a burst", "[stream]") {
  Link link(file());
  for (int i = 0; i < 4; ++i) link.push(picture(i, 50));
  link.run(kStart + 30ms);
  const auto late = link.sender->poll_transmit(kStart + 500ms);
  CHECK(late.has_value());
  CHECK_FALSE(link.sender->poll_transmit(kStart + 500ms).has_value());
  CHECK(link.sender->stats().reanchors.value() == 1);
  link.now = kStart + 500ms;
  link.run(kStart + 541ms);
  CHECK(link.seen.chunks.back().arrival == kStart + 540ms);
}

TEST_CASE("a frame receiver that comes back gets the configuration with the next picture", "[stream]") {
  Link link(file());
  const auto run_to = [&](Duration end) {
    while (link.sender->next_deadline() < kStart + end) {
      link.push(picture(1, 50));
      link.run(link.sender->next_deadline() + 1ns);
    }
  };
  run_to(1s);
  link.is_cut = true;
  run_to(4650ms);
  link.is_cut = false;
  const std::size_t before = link.seen.chunks.size();
  run_to(5s);
  // The first packet after the restart, at 4680 ms, has a request and no configuration. Without the reconnect
  // the next configuration would be sent at 4800 ms.
  REQUIRE(link.seen.chunks.size() > before);
  CHECK(link.seen.chunks[before].arrival == kStart + 4720ms);
  CHECK(link.sender->stats().reconnects.value() == 1);
}

TEST_CASE("a receiver that comes back gets the picture that stays at once", "[stream]") {
  Link link(file());
  link.push(picture(1, 50));
  link.run(kStart + 1100ms);
  link.is_cut = true;
  link.run(kStart + 4490ms);
  link.is_cut = false;
  const std::size_t before = link.seen.chunks.size();
  link.run(kStart + 6s);
  // The acknowledge of 4800 ms reports a new session; the next regular configuration would be sent at 5000 ms.
  REQUIRE(link.seen.chunks.size() > before);
  CHECK(link.seen.chunks[before].arrival == kStart + 4810ms);
}

// The watchdog.

TEST_CASE("a picture goes dark within the hold time after the last word of its producer", "[stream]") {
  const auto pushed = GENERATE(0ms, 1ms, 9ms, 10ms, 15ms, 39ms);
  CAPTURE(pushed.count());
  Link link(FrameConfig{}, 100ms);
  link.push(picture(1));
  link.run(kStart + pushed + 1ns);
  link.push(picture(2));
  link.run(kStart + 1s);
  const auto dark = std::ranges::find_if(link.seen.chunks, is_dark);
  REQUIRE(dark != link.seen.chunks.end());
  CHECK(dark->arrival - (kStart + pushed) <= 100ms);
  CHECK(dark->arrival - (kStart + pushed) > 80ms);
  CHECK(std::all_of(dark, link.seen.chunks.end(), is_dark));
  CHECK(link.light.holds_expired() == 1);
  // The dark frame is sent again with every keepalive: the first one may have been lost, and receivers repeat
  // the last frame.
  CHECK(std::distance(dark, link.seen.chunks.end()) == 5);
}

TEST_CASE("a producer that goes on pushing the same picture keeps it lit", "[stream]") {
  const auto period = GENERATE(40ms, 70ms);
  Link link(FrameConfig{}, 100ms);
  produce(link, period, 3s);
  CHECK(link.seen.lit() == link.seen.chunks.size());
  CHECK(link.light.holds_expired() == 0);
}

TEST_CASE("keep prolongs the hold time; what comes after it counts anew", "[stream]") {
  Link link(FrameConfig{}, 100ms);
  link.push(picture(1));
  link.keep(2s);
  link.run(kStart + 1900ms);
  CHECK(link.seen.lit() == 2);
  CHECK(link.seen.chunks.size() == 2);
  link.run(kStart + 2100ms);
  CHECK(is_dark(link.seen.chunks.back()));
  link.keep(1s);
  link.run(kStart + 2120ms);
  CHECK(link.seen.chunks.back().samples == picture(1));
  link.keep(50ms);
  link.run(kStart + 2300ms);
  CHECK(is_dark(link.seen.chunks.back()));
}

TEST_CASE("a producer that comes back is seen with its next picture", "[stream]") {
  Link link(FrameConfig{}, 100ms);
  link.push(picture(1));
  link.run(kStart + 1s);
  CHECK(is_dark(link.seen.chunks.back()));
  link.push(picture(2));
  link.run(kStart + 1050ms);
  CHECK(link.seen.chunks.back().samples == picture(2));
}

TEST_CASE("a frame drawn once is followed by darkness when its producer hangs", "[stream]") {
  Link link(FrameConfig{}, 100ms);
  link.push(picture(1), FrameRepeat::Once);
  link.run(kStart + 1s);
  REQUIRE(link.seen.chunks.size() > 1);
  CHECK(link.seen.lit() == 1);
}

TEST_CASE("what waits is not shown while its producer hangs, but behind finish", "[stream]") {
  FrameConfig config = file(200ms);
  Link link(config, 100ms);
  for (int i = 0; i < 3; ++i) link.push(picture(i));
  link.run(kStart + 2s);
  CHECK(link.seen.lit() == 1);
  link.sender->finish();
  link.run();
  CHECK(link.seen.lit() == 3);
  CHECK(is_dark(link.seen.chunks.back()));
}

TEST_CASE("pictures slower than the hold time are kept by a producer that offers them again and again",
          "[stream]") {
  // As idn_sender's frame feed does: a refused push restarts the hold time, too.
  FrameConfig config = file(1s);
  Link link(config, 100ms);
  for (int i = 0; i < 100; ++i) {
    link.push(picture(1));
    link.run(kStart + 50ms * (i + 1));
  }
  CHECK(link.seen.chunks.size() == 5);
  CHECK(link.seen.lit() == 5);
}

// Which picture is shown.

TEST_CASE("after a stall the newest picture is shown, and none is refused", "[stream]") {
  Link link(FrameConfig{.frame_period = 16'667us});
  int x = 0;
  const auto push_for = [&](Duration time) {
    for (Duration t{0}; t < time; t += 16'667us) CHECK(link.push(picture(++x)));
  };
  push_for(1us);
  link.run(kStart + 10ms);
  push_for(200ms);  // while the tick thread is stalled
  link.now = kStart + 210ms;
  while (const auto datagram = link.sender->poll_transmit(link.now))
    link.receiver->on_datagram(*datagram, test::kSource, link.now);
  REQUIRE(link.seen.chunks.size() == 2);
  CHECK(link.seen.chunks.back().samples == picture(x));
  CHECK(link.sender->frames().replaced() == static_cast<std::uint64_t>(x - 2));
  CHECK(link.sender->buffered() == 0);
}

TEST_CASE("a file keeps its queue over a stall and loses none", "[stream]") {
  Link link(file(16'667us));
  int pushed = 0;
  const auto fill = [&] {
    while (pushed < 30 && link.push(picture(pushed))) ++pushed;
    if (pushed == 30) link.sender->finish();
  };
  fill();
  CHECK(pushed == 4);
  link.run(kStart + 10ms);
  link.now = kStart + 210ms;
  while (const auto datagram = link.sender->poll_transmit(link.now))
    link.receiver->on_datagram(*datagram, test::kSource, link.now);
  while (!link.sender->is_done()) {
    fill();
    link.run(link.sender->next_deadline() + 1ns);
  }
  REQUIRE(link.seen.chunks.size() == 31);
  for (int i = 0; i < 30; ++i) CHECK(link.seen.chunks[static_cast<std::size_t>(i)].samples == picture(i));
  CHECK(link.sender->frames().replaced() == 0);
}

TEST_CASE("behind finish nothing more is taken", "[stream]") {
  Link link(GENERATE(file(), FrameConfig{}));
  link.push(picture(1));
  link.sender->finish();
  CHECK_FALSE(link.push(picture(2)));
  link.run();
  CHECK(link.seen.lit() == 1);
}

// Fragments.

TEST_CASE("the fragments of a frame leave at the pace of a line of 80 Mbit/s, whatever their size",
          "[stream]") {
  const auto datagram = GENERATE(as<std::size_t>{}, 576, 1472, 8972, stream::FrameLimits::kLongestDatagram);
  CAPTURE(datagram);
  Link link(fragmented(datagram));
  const Picture samples = numbered_points(20'000);
  link.push(samples);
  link.push(samples);
  link.sender->finish();
  link.run();
  REQUIRE(link.seen.lit() == 2);
  CHECK(link.seen.chunks[0].samples == samples);
  CHECK(link.seen.chunks[1].samples == samples);
  CHECK(link.seen.events == 0);
  std::size_t before = 0;
  for (const auto& sent : link.wire) {
    if (sent.at >= kStart + 40ms) break;
    // 10 octets per us, up to one step early, and at least a whole datagram.
    const auto line_is_at = static_cast<std::size_t>((sent.at - kStart) / 1us) * 10;
    CHECK(before <= line_is_at + line_is_at / 20 + 5'000 + datagram / 20);
    before += sent.octets;
  }
  CHECK(before > 140'000);
  CHECK(link.wire[1].at - kStart < 14ms);
}

TEST_CASE("the last fragment leaves when the line is through with those before it", "[stream]") {
  const auto [points, period, spread, expected] = GENERATE(table<std::size_t, Duration, Duration, Duration>({
      {20'000, 40ms, 20ms, 14ms},  // in proportion to the longest frame
      {10'000, 40ms, 20ms, 7ms},
      {20'000, 10s, 20ms, 14ms},  // independent of the frame period
      {20'000, 16ms, 20ms, 8ms},  // but half of the period at most
      {20'000, 40ms, 100ms, 20ms},
      {20'000, 10s, 100ms, 70ms},
      {20'000, 40ms, 0ms, 0ms},
      {20'000, 1ms, 20ms, 0ms},
      {400, 40ms, 20ms, 0ms},  // two datagrams within one step
  }));
  CAPTURE(points, period.count(), spread.count());
  FrameConfig config = fragmented(1454, period);
  config.spread = spread;
  Link link(config);
  link.push(numbered_points(points));
  link.run(kStart + std::min<Duration>(period, 1s) / 2 + 1ms);  // a frame is sent again after a second
  REQUIRE(link.seen.lit() == 1);
  const auto carries_samples = [](const auto& sent) { return sent.octets > 100; };
  const Duration last = std::find_if(link.wire.rbegin(), link.wire.rend(), carries_samples)->at - kStart;
  CHECK(last <= expected);
  CHECK(last >= expected - 1ms);
}

TEST_CASE("a frame of one datagram leaves at once", "[stream]") {
  Link link(file());
  link.push(numbered_points(8'000));
  link.run(kStart + 39ms);
  REQUIRE(link.wire.size() == 2);
  CHECK(link.wire[0].at == kStart);
  CHECK(link.wire[0].octets > 64'000);
  CHECK(link.wire[1].octets < 40);  // the request for an acknowledge beside it
}

TEST_CASE("a stall in the middle of a frame makes no burst of its rest", "[stream]") {
  const auto stall = GENERATE(300us, 600us, 5ms, 11ms, 35ms, 300ms);
  CAPTURE(stall.count());
  Link link(fragmented(1454));
  link.push(numbered_points(20'000));
  link.run(kStart + 3ms);
  link.now = kStart + 3ms + stall;
  std::size_t burst = 0;
  while (const auto datagram = link.sender->poll_transmit(link.now)) {
    link.receiver->on_datagram(*datagram, test::kSource, link.now);
    burst += datagram->size();
  }
  CHECK(burst <= 11'000);  // two steps of half a millisecond
  link.run(kStart + 400ms);
  REQUIRE(link.seen.lit() == 1);
  CHECK(link.seen.chunks[0].samples == numbered_points(20'000));
}

TEST_CASE("close in the middle of a frame is dark at once", "[stream]") {
  Link link(fragmented(1454));
  link.push(numbered_points(20'000));
  link.run(kStart + 3ms);
  const std::size_t before = link.wire.size();
  link.sender->close();
  link.run();
  CHECK(link.wire.size() == before + 3);
  CHECK(link.wire[before].at - kStart < 4ms);
  REQUIRE(link.seen.chunks.size() == 1);
  CHECK(is_dark(link.seen.chunks[0]));
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
}

TEST_CASE("the watchdog does not wait for the rest of a frame", "[stream]") {
  FrameConfig config = fragmented(1454, 10s);
  config.spread = 5s;
  Link link(config, 100ms);
  link.push(numbered_points(20'000));
  link.run(kStart + 101ms);
  REQUIRE(link.seen.chunks.size() == 1);
  CHECK(is_dark(link.seen.chunks[0]));
}

TEST_CASE("with a lead the fragments are handed over early, with the departures of a stream without",
          "[stream]") {
  struct Run {
    explicit Run(Duration lead) {
      session->push(numbered_points(20'000));
      session->finish();
      test::run(*session, clock, net, stats, lead);
    }
    test::FakeClock clock;
    test::MemoryTransport net{clock};
    io::DriverStats stats;
    test::LightOn light;
    std::unique_ptr<FrameSession> session = FrameSession::create(fragmented(1454), light).value();
  };
  const Run plain(0ms), early(2ms);
  REQUIRE(early.net.sent.size() == plain.net.sent.size());
  REQUIRE(plain.net.sent.size() > 90);
  const TimePoint start = plain.net.sent[0].at;
  for (std::size_t i = 0; i < plain.net.sent.size(); ++i) {
    CHECK(plain.net.sent[i].departure == plain.net.sent[i].at);
    CHECK(early.net.sent[i].departure == plain.net.sent[i].at);
    CHECK(early.net.sent[i].at == std::max(start, plain.net.sent[i].at - 2ms));
    CHECK(early.net.sent[i].octets == plain.net.sent[i].octets);
  }
}

TEST_CASE("finish shows the pictures that wait; close does not", "[stream]") {
  const bool closes = GENERATE(false, true);
  test::FakeClock clock;
  test::MemoryTransport net(clock);
  io::DriverStats stats;
  test::LightOn light;
  const auto session = FrameSession::create(file(), light).value();
  for (int i = 0; i < 4; ++i) session->push(picture(i));
  session->finish();
  if (closes) session->close();
  test::run(*session, clock, net, stats);
  CHECK(session->stats().frames.value() == (closes ? 1 : 5));
  CHECK(session->is_done());
}

TEST_CASE("a producer, an observer and the tick thread share a frame session", "[stream]") {
  test::LightOn light;
  const auto session =
      FrameSession::create(
          {.frame_period = 1ms, .order = GENERATE(FrameOrder::NewestWins, FrameOrder::KeepAll)}, light)
          .value();
  session->push(picture(0));
  jthread producer([&] {
    for (int i = 0; i < 2'000; ++i) {
      session->push(picture(i, static_cast<std::size_t>(2 + i % 50)));
      light.keep(1s, kStart);
    }
    session->finish();
  });
  jthread ticker([&] {
    test::FakeClock clock;
    test::MemoryTransport net(clock);
    io::DriverStats stats;
    test::run(*session, clock, net, stats);
  });
  while (!session->is_done()) std::this_thread::yield();
  CHECK(session->stats().frames.value() > 1);
}
