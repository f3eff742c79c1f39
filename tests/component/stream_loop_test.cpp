// SPDX-License-Identifier: MIT
#include "io/send/stream_loop.hpp"

#include <deque>
#include <map>

#include "idn/io/now.hpp"
#include "support/playing_device.hpp"
#include "support/session_link.hpp"
#include "support/show.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::WaveConfig;
using test::WavePacket;
using test::WaveSession;

namespace {

/// Streams on one loop, in virtual time.
struct Loop {
  struct Stream {
    Stream(const WaveConfig& config, io::Clock& clock, std::size_t ring = WaveSession::kRing)
        : session(WaveSession::create(config, ring).value()), net(clock) {}
    std::unique_ptr<WaveSession> session;
    test::MemoryTransport net;
    io::DriverStats stats;
  };

  Stream& add(const WaveConfig& config, std::size_t packets) {
    const std::vector<LaserSample> samples(packets * config.packer.samples_per_packet);
    Stream& stream = streams.emplace_back(config, clock, samples.size());
    stream.session->push(samples);
    stream.session->finish();
    loop.add(*stream.session, stream.net, stream.stats);
    return stream;
  }

  void run() {
    started = clock.now();
    loop.start(started);
    while (loop.step(clock)) {
    }
  }

  /// Time from the start to the first packet of a stream.
  Duration phase(std::size_t stream) const { return streams.at(stream).net.sent.at(0).at - started; }

  test::FakeClock clock;
  io::StreamLoop loop;
  std::deque<Stream> streams;
  TimePoint started{};
};

void check_spacing(const Loop::Stream& stream, std::size_t packets, Duration tick) {
  REQUIRE(stream.net.sent.size() == packets + 3);
  for (std::size_t i = 1; i <= packets; ++i) CHECK(stream.net.sent[i].at == stream.net.sent[0].at + tick * i);
  CHECK(WavePacket(stream.net.sent.back().octets).header.command == wire::Command::RtClose);
}

}  // namespace

TEST_CASE("a loop without streams ends at once", "[stream]") {
  Loop loop;
  loop.loop.start(loop.clock.now());
  CHECK_FALSE(loop.loop.step(loop.clock));
}

TEST_CASE("streams of one loop keep their own rates, sizes and ends", "[stream]") {
  Loop loop;
  const auto& fast = loop.add({.packer = {.rate = {100'000}, .samples_per_packet = 25}}, 40);
  const auto& slow = loop.add({.packer = {.rate = {30'000}, .samples_per_packet = 60}}, 20);
  const auto& other = loop.add({.packer = {.rate = {50'000}, .samples_per_packet = 100}}, 30);
  loop.run();
  check_spacing(fast, 40, 250us);
  check_spacing(slow, 20, 2ms);
  check_spacing(other, 30, 2ms);
}

TEST_CASE("a few streams share their wake-ups, many are spread over the tick", "[stream]") {
  const auto count = GENERATE(as<std::size_t>{}, 1, 15, 16, 64, 128, 512);
  const std::size_t phases = count < 16 ? 1 : count == 16 ? 2 : count == 64 ? 8 : 16;
  Loop loop;
  for (std::size_t i = 0; i < count; ++i) loop.add({}, 3);
  loop.run();
  std::map<Duration, std::size_t> together;
  for (std::size_t i = 0; i < count; ++i) ++together[loop.phase(i)];
  REQUIRE(together.size() == phases);
  for (const auto& [phase, streams] : together) {
    CHECK(phase % (Duration(1ms) / phases) == 0ns);
    CHECK(phase < 1ms);
    CHECK(streams >= count / phases);
  }
}

TEST_CASE("closing a loop ends every stream dark and closed", "[stream]") {
  Loop loop;
  for (int i = 0; i < 20; ++i) loop.add({}, 40);
  loop.loop.start(loop.clock.now());
  for (int i = 0; i < 20; ++i) REQUIRE(loop.loop.step(loop.clock));
  loop.loop.close();
  while (loop.loop.step(loop.clock)) {
  }
  for (const auto& stream : loop.streams) {
    CHECK(stream.net.sent.size() < 20);
    CHECK(WavePacket(stream.net.sent.back().octets).header.command == wire::Command::RtClose);
  }
}

TEST_CASE("a stream that falls behind does not move the others", "[stream]") {
  Loop loop;
  const auto& behind = loop.add({.catch_up_packets = 0}, 40);
  const auto& caught_up = loop.add({.catch_up_packets = 100}, 40);
  loop.loop.start(loop.clock.now());
  for (int i = 0; i < 10; ++i) REQUIRE(loop.loop.step(loop.clock));
  loop.clock.advance(7ms);
  while (loop.loop.step(loop.clock)) {
  }
  CHECK(behind.net.sent[40].at - behind.net.sent[0].at == 46ms);
  CHECK(caught_up.net.sent[40].at - caught_up.net.sent[0].at == 40ms);
}

namespace {

/// A stream that is attached to a running loop, and plays dark samples until it is closed.
struct Visitor {
  explicit Visitor(io::Clock& clock, const WaveConfig& config = {})
      : session(WaveSession::create(config).value()), net(clock), entry(*session, net, stats) {}

  std::unique_ptr<WaveSession> session;
  test::MemoryTransport net;
  io::DriverStats stats;
  io::AttachedStream entry;
};

}  // namespace

TEST_CASE("streams that come and go leave the others as they are", "[stream]") {
  const auto sent_beside = [](std::size_t visitors) {
    Loop loop;
    loop.add({}, 500);
    loop.started = loop.clock.now();
    loop.loop.start(loop.started);
    std::deque<Visitor> open;
    for (std::size_t i = 0; loop.loop.step(loop.clock); ++i) {
      if (i % 20 == 0 && open.size() < visitors) {
        Visitor& visitor = open.emplace_back(loop.clock);
        REQUIRE(loop.loop.attach(visitor.entry));
      }
      if (i % 30 == 29 && i / 30 < open.size()) open[i / 30].session->close();
      if (i > 2000)
        for (Visitor& visitor : open) visitor.session->close();
    }
    CHECK(loop.loop.attached() == 0);
    for (const Visitor& visitor : open) {
      CHECK(visitor.entry.has_ended());
      CHECK(WavePacket(visitor.net.sent.back().octets).header.command == wire::Command::RtClose);
    }
    return loop.streams[0].net.sent;
  };
  const auto alone = sent_beside(0), beside = sent_beside(10);
  REQUIRE(alone.size() == beside.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    CHECK(alone[i].at == beside[i].at);
    CHECK(alone[i].octets == beside[i].octets);
  }
}

TEST_CASE("attached streams of one tick share its wake-ups, many to a phase", "[stream]") {
  test::FakeClock clock;
  io::StreamLoop loop;
  std::deque<Visitor> visitors;
  for (int i = 0; i < 28; ++i) {
    REQUIRE(loop.attach(visitors.emplace_back(clock).entry));
    for (int steps = 0; steps < 3; ++steps) REQUIRE(loop.step(clock));
    clock.advance(137us);
  }
  std::map<Duration, int> phases;  // after that of the first stream
  const TimePoint first = visitors.front().session->next_deadline();
  for (const Visitor& visitor : visitors) ++phases[(visitor.session->next_deadline() - first + 1s) % 1ms];
  // Eight streams each, and each new group in the middle of a gap.
  CHECK(phases == std::map<Duration, int>{{0us, 8}, {250us, 8}, {500us, 8}, {750us, 4}});
}

TEST_CASE("many streams that start at one time are no burst: each group of eight has a phase of its own",
          "[stream]") {
  test::FakeClock clock;
  io::StreamLoop loop;
  std::deque<Visitor> visitors;
  const TimePoint start = clock.now() + 20ms;
  for (int i = 0; i < 136; ++i) {
    Visitor& visitor = visitors.emplace_back(clock);
    visitor.entry.start_at(start);
    REQUIRE(loop.attach(visitor.entry));
  }
  while (clock.now() < start + 10ms) REQUIRE(loop.step(clock));
  std::map<Duration, int> together;
  for (const Visitor& visitor : visitors) ++together[visitor.net.sent.at(0).at - start];
  CHECK(together[0ns] == 16);  // the seventeenth group shares the first phase
  CHECK(together.size() == 16);
  for (const auto& [after, streams] : together) {
    CHECK(after % 62'500ns == 0ns);
    CHECK(after < 1ms);
    CHECK(streams == (after == 0ns ? 16 : 8));
  }
}

TEST_CASE("answers are read when all streams of a wake-up have sent", "[stream]") {
  struct Ordered final : io::Transport {
    explicit Ordered(std::string& events) : log(events) {}
    std::error_code send(ConstBytes) noexcept override { return {}; }
    void flush() noexcept override { log += 's'; }
    std::size_t receive(MutableBytes) noexcept override {
      log += 'r';
      return 0;
    }
    std::string& log;
  };
  test::FakeClock clock;
  std::string log;
  io::StreamLoop loop;
  std::deque<Ordered> nets;
  std::deque<io::DriverStats> stats;
  std::vector<std::unique_ptr<WaveSession>> sessions;
  for (int i = 0; i < 3; ++i)
    loop.add(*sessions.emplace_back(WaveSession::create({}).value()), nets.emplace_back(log),
             stats.emplace_back());
  loop.start(clock.now());
  REQUIRE(loop.step(clock));
  CHECK(log == "sssrrr");
}

TEST_CASE("a stream whose phase has just passed begins with the next tick, not in the past", "[stream]") {
  test::FakeClock clock;
  io::StreamLoop loop;
  std::deque<Visitor> visitors;
  for (std::size_t i = 0; i <= io::StreamLoop::kGroup; ++i)
    REQUIRE(loop.attach(visitors.emplace_back(clock).entry));
  loop.take_up(clock.now());
  for (std::size_t i : {0, 1}) {  // leaves room for another stream in the first group
    visitors[i].session->close();
    while (!visitors[i].entry.has_ended()) REQUIRE(loop.step(clock));
  }
  const auto& second_group = *visitors.back().session;
  for (const TimePoint due = second_group.next_deadline(); second_group.next_deadline() == due;)
    REQUIRE(loop.step(clock));
  const TimePoint next = second_group.next_deadline() - 500us;  // of the first group
  clock.advance(next + 10us - clock.now());
  Visitor late(clock);
  REQUIRE(loop.attach(late.entry));
  loop.take_up(clock.now());
  CHECK(late.session->next_deadline() == next + 1ms);
}

namespace {

std::size_t count_lit(ConstBytes datagram) {
  const auto samples = test::samples_of(WavePacket(datagram));
  return samples.size() - static_cast<std::size_t>(std::ranges::count_if(samples, &LaserSample::is_dark));
}

const std::size_t kPacket = stream::PackerConfig{}.samples_per_packet;

}  // namespace

TEST_CASE("streams with one start time leave their first datagrams at that moment, whenever they were attached",
          "[stream]") {
  Loop loop;
  loop.add({}, 3'000);
  loop.loop.start(loop.clock.now());
  const TimePoint start = loop.clock.now() + 1s + 123'456ns;
  std::deque<Visitor> open;
  const auto open_one = [&](const io::StartTime& time) {
    Visitor& visitor = open.emplace_back(loop.clock);
    visitor.session->push(std::vector<LaserSample>(40 * kPacket, test::lit_at(1)));
    visitor.session->finish();
    visitor.entry.start_at(time);
    REQUIRE(loop.loop.attach(visitor.entry));
  };
  open_one(start);
  open_one(kNever);  // moved below
  open_one(std::chrono::system_clock::now() + (start - io::monotonic_now()) + 0ms);
  open_one(loop.clock.now() - 1h);  // at once
  for (bool is_moved = false; loop.loop.step(loop.clock);) {
    if (loop.clock.now() < start - 500ms || std::exchange(is_moved, true)) continue;
    open[1].entry.start_at(start);
    open_one(start);
  }
  for (const std::size_t with_one : {0, 1, 4}) {
    REQUIRE(open[with_one].net.sent.size() > 40);
    CHECK(open[with_one].net.sent[0].at == start);
    CHECK(count_lit(open[with_one].net.sent[0].octets) == kPacket - 1);  // all but the one at the origin
  }
  CHECK(std::chrono::abs(open[2].net.sent.at(0).at - start) < 1ms);  // a clock may be adjusted meanwhile
  CHECK(open[3].net.sent.at(0).at < start - 900ms);
}

TEST_CASE("a stream that waits for its start leaves the wake-ups of others alone", "[stream]") {
  Loop loop;
  Visitor waiting(loop.clock), other(loop.clock);
  waiting.entry.start_at(kNever);
  REQUIRE(loop.loop.attach(waiting.entry));
  loop.loop.take_up(loop.clock.now());
  REQUIRE(loop.loop.attach(other.entry));
  loop.loop.take_up(loop.clock.now());
  const TimePoint begun = loop.clock.now();
  for (int i = 0; i < 100; ++i) REQUIRE(loop.loop.step(loop.clock));
  CHECK(other.net.sent.at(0).at == begun);
  CHECK(other.session->stats().reanchors.value() == 0);
  CHECK(loop.clock.now() - begun > 80ms);  // not twice a millisecond
  other.session->close();
  while (!other.entry.has_ended()) REQUIRE(loop.loop.step(loop.clock));

  SECTION("and is closed without a word") {
    waiting.session->close();
    const TimePoint closed = loop.clock.now();
    CHECK_FALSE(loop.loop.step(loop.clock));
    CHECK(loop.clock.now() - closed <= io::kStartNotice);
    CHECK(waiting.session->is_done());
    CHECK(waiting.net.sent.empty());
  }
  SECTION("and starts at its new receiver when it was retargeted meanwhile, which is told nothing before") {
    const Endpoint left = Endpoint::ipv4(1, 1);
    waiting.net.retarget(left, io::LeavePolicy::Close);
    waiting.session->push(std::vector<LaserSample>(10 * kPacket, test::lit_at(1)));
    const TimePoint start = loop.clock.now() + 20ms;
    waiting.entry.start_at(start);
    while (waiting.net.sent.empty()) REQUIRE(loop.loop.step(loop.clock));
    CHECK(waiting.net.sent[0].at == start);
    CHECK(waiting.net.sent[0].to == left);
    CHECK(count_lit(waiting.net.sent[0].octets) == kPacket - 1);
  }
}

TEST_CASE("many streams with long ticks do not look for answers in between", "[stream]") {
  const int streams = GENERATE(1, 8, 32);
  CAPTURE(streams);
  Loop all;
  for (int i = 0; i < streams; ++i) all.add({.tick = 4ms}, 100);
  all.loop.start(all.clock.now());
  for (const TimePoint end = all.clock.now() + 40ms; all.clock.now() < end;) REQUIRE(all.loop.step(all.clock));
  const auto looks = all.streams.front().net.receive_calls;
  CHECK(looks >= (streams <= 8 ? 40 : 10));
  CHECK(looks <= (streams <= 8 ? 41 : 11));
}

TEST_CASE("a receiver that never answers costs a look every ten milliseconds", "[stream]") {
  Loop loop;
  const auto& stream = loop.add({}, 1000);
  loop.run();
  // In one second: every millisecond for 50 ms after each of two requests, else every ten. Requests that are
  // repeated without an acknowledge add some.
  CHECK(stream.net.receive_calls >= 190);
  CHECK(stream.net.receive_calls <= 320);
}

TEST_CASE("a loop takes no more streams than it has room for", "[stream]") {
  test::FakeClock clock;
  io::StreamLoop loop;
  std::deque<Visitor> visitors;
  for (std::size_t i = 0; i < io::StreamLoop::kMostAttached; ++i)
    REQUIRE(loop.attach(visitors.emplace_back(clock).entry));
  Visitor late(clock);
  CHECK_FALSE(loop.attach(late.entry));
  CHECK(loop.step(clock));
  visitors.front().session->close();
  while (!visitors.front().entry.has_ended()) CHECK(loop.step(clock));
  CHECK(loop.attach(late.entry));
  for (Visitor& visitor : visitors) visitor.session->close();
  late.session->close();
  while (loop.step(clock)) {
  }
}

TEST_CASE("streams of a loop whose thread is gone are dark and closed by whoever is left", "[stream]") {
  Loop loop;
  Loop::Stream& stream = loop.streams.emplace_back(WaveConfig{}, loop.clock);
  const std::vector<LaserSample> lit(10'000, LaserSample{.r = 0xFFFF});
  stream.session->push(lit);
  loop.loop.add(*stream.session, stream.net, stream.stats);
  loop.loop.start(loop.clock.now());
  REQUIRE(loop.loop.step(loop.clock));
  const TimePoint gone = loop.clock.now();
  const std::size_t sent = stream.net.sent.size();

  SECTION("within two ticks") {
    CHECK(loop.loop.close_abandoned(loop.clock, gone + 1s));
    CHECK(loop.clock.now() <= gone + 2 * stream.session->tick_duration());
    REQUIRE(stream.net.sent.size() > sent);
    const WavePacket first(stream.net.sent.at(sent).octets);
    CHECK(std::ranges::all_of(first.samples.subspan(4), [](std::byte octet) { return octet == std::byte{0}; }));
    CHECK(WavePacket(stream.net.sent.back().octets).header.command == wire::Command::RtClose);
  }
  SECTION("unless there is no time for that") {
    CHECK_FALSE(loop.loop.close_abandoned(loop.clock, gone));
    CHECK(stream.net.sent.size() == sent);
  }
}

TEST_CASE("streams of a loop whose thread is gone in the middle of a tick are left alone", "[stream]") {
  struct EndsInside final : io::Transport {
    std::error_code send(ConstBytes) noexcept override {
      if (!std::exchange(asked, true)) closed = loop->close_abandoned(*clock, clock->now() + 1s);
      return {};
    }
    std::size_t receive(MutableBytes) noexcept override { return 0; }
    io::StreamLoop* loop = nullptr;
    io::Clock* clock = nullptr;
    bool asked = false, closed = true;
  };
  test::FakeClock clock;
  io::StreamLoop loop;
  EndsInside net;
  net.loop = &loop;
  net.clock = &clock;
  const auto session = WaveSession::create({}).value();
  io::DriverStats stats;
  session->push(std::vector<LaserSample>(10'000));
  loop.add(*session, net, stats);
  loop.start(clock.now());
  REQUIRE(loop.step(clock));
  CHECK(net.asked);
  CHECK_FALSE(net.closed);
}
