// SPDX-License-Identifier: MIT
// Frames, idling and reconnecting: the sender engine against the receiver engine, in virtual time.
#include "idn/stream/receiver.hpp"
#include "idn/stream/sender_session.hpp"
#include "support/catch.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::ReceiverState;
using stream::SenderConfig;
using stream::SenderMode;
using stream::SenderSession;

namespace {

constexpr TimePoint kStart{1000s};
const Endpoint kSource = Endpoint::ipv4(0x7F000001, 5000);

LaserSample lit(int x) {
  return {.x = static_cast<std::int16_t>(x), .y = 100, .r = 0xFFFF, .intensity = 0xFFFF};
}

/// What arrived at the receiver.
struct Seen : stream::ReceiverListener {
  struct Chunk {
    TimePoint arrival;
    std::vector<LaserSample> samples;
    bool once;
  };
  void on_samples(const stream::ChannelId&, const stream::SampleChunk& chunk) override {
    chunks.push_back({chunk.arrival, {chunk.samples.begin(), chunk.samples.end()}, chunk.once});
  }
  void on_packet(const stream::SessionId&, const stream::PacketReport& report) override {
    packets.push_back(report.arrival.at);
    if (report.message != nullptr && report.message->config) configured.push_back(report.arrival.at);
    events |= report.pipeline_events & ~wire::pipeline_event::kRouted;
  }
  void on_session_closed(const stream::SessionId&, stream::EndReason reason, TimePoint) override {
    ends.push_back(reason);
  }
  std::vector<Chunk> chunks;
  std::vector<TimePoint> packets;
  std::vector<TimePoint> configured;
  std::vector<stream::EndReason> ends;
  unsigned events = 0;
};

/// A sender and a receiver, joined by a wire that can be cut.
struct Link {
  explicit Link(const SenderConfig& config) : sender(SenderSession::create(config).value()) {
    restart_receiver();
  }

  void restart_receiver() {
    stream::ReceiverConfig config;
    config.services.push_back({1, wire::ServiceType::LaserProjector, wire::ServiceMapEntry::kDefaultService, 0,
                               wire::FixedText<20>("Laser")});
    receiver = std::make_unique<stream::Receiver>(config, seen);
  }
  /// Runs to the end of the stream, or until `until`.
  void run(TimePoint until = kNever) {
    if (!started) sender->start(kStart);
    started = true;
    while (!sender->is_done() && sender->next_deadline() < until) {
      now = sender->next_deadline();
      while (const auto datagram = sender->poll_transmit(now)) {
        ++sent;
        if (is_cut) continue;
        receiver->on_datagram(*datagram, kSource, now);
        if (const auto answer = receiver->poll_transmit()) sender->on_datagram(answer->bytes, now + 100us);
      }
    }
  }
  ReceiverState state() const { return sender->stats().state(); }

  Seen seen;
  std::unique_ptr<SenderSession> sender;
  std::unique_ptr<stream::Receiver> receiver;
  TimePoint now;
  std::size_t sent = 0;
  bool is_cut = false;
  bool started = false;
};

SenderConfig frames(Duration period = 40ms) {
  SenderConfig config;
  config.mode = SenderMode::Frame;
  config.frame_period = period;
  return config;
}

}  // namespace

TEST_CASE("frames arrive one per period and end dark", "[stream]") {
  Link link(frames());
  for (int i = 0; i < 3; ++i) CHECK(link.sender->push_frame(std::vector<LaserSample>(500, lit(i)), i == 1));
  link.sender->finish();
  link.run();
  REQUIRE(link.seen.chunks.size() == 4);
  for (int i = 0; i < 4; ++i) CHECK(link.seen.chunks[static_cast<std::size_t>(i)].arrival == kStart + 40ms * i);
  for (int i = 0; i < 3; ++i)
    CHECK(link.seen.chunks[static_cast<std::size_t>(i)].samples == std::vector<LaserSample>(500, lit(i)));
  CHECK(link.seen.chunks[1].once);
  CHECK(link.seen.chunks[3].samples == std::vector<LaserSample>(2, blanked(lit(2))));
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
  CHECK(link.seen.events == 0);
  CHECK(link.sender->stats().frames.value() == 4);
}

TEST_CASE("a picture that stays is kept alive and sent again for receivers that come later", "[stream]") {
  Link link(frames());
  link.sender->push_frame(std::vector<LaserSample>(500, lit(1)), false);
  link.run(kStart + 2500ms);
  CHECK(link.seen.chunks.size() == 3);
  CHECK(link.seen.ends.empty());
  CHECK(link.sender->stats().keepalives.value() >= 8);
  for (std::size_t i = 1; i < link.seen.packets.size(); ++i)
    CHECK(link.seen.packets[i] - link.seen.packets[i - 1] <= 200ms);
  for (std::size_t i = 1; i < link.seen.configured.size(); ++i)
    CHECK(link.seen.configured[i] - link.seen.configured[i - 1] <= 240ms);
}

TEST_CASE("a frame that was to be drawn once does not come back", "[stream]") {
  Link link(frames());
  link.sender->push_frame(std::vector<LaserSample>(500, lit(1)), true);
  link.run(kStart + 2500ms);
  CHECK(link.seen.chunks.size() == 1);
}

TEST_CASE("frames slower than the keepalive are divided, so that the session lives", "[stream]") {
  Link link(frames(1500ms));
  for (int i = 0; i < 3; ++i) link.sender->push_frame(std::vector<LaserSample>(50, lit(i)), false);
  link.sender->finish();
  link.run();
  REQUIRE(link.seen.chunks.size() == 4);
  CHECK(link.seen.chunks[1].arrival - link.seen.chunks[0].arrival < 1500ms + 1us);
  CHECK(link.seen.chunks[1].arrival - link.seen.chunks[0].arrival > 1500ms - 1us);
  CHECK(link.seen.ends.size() == 1);
}

TEST_CASE("long frames arrive in fragments, whole", "[stream]") {
  SenderConfig config = frames();
  config.frame.max_datagram = 1454;
  Link link(config);
  std::vector<LaserSample> picture;
  for (int i = 0; i < 5'000; ++i) picture.push_back(lit(i));
  link.sender->push_frame(picture, false);
  link.sender->finish();
  link.run();
  REQUIRE(link.seen.chunks.size() == 2);
  CHECK(link.seen.chunks[0].samples == picture);
  CHECK(link.seen.events == 0);
}

TEST_CASE("a stalled frame sender goes on from now, without a burst", "[stream]") {
  Link link(frames());
  for (int i = 0; i < 4; ++i) link.sender->push_frame(std::vector<LaserSample>(50, lit(i)), false);
  link.run(kStart + 30ms);
  const auto late = link.sender->poll_transmit(kStart + 500ms);
  CHECK(late.has_value());
  CHECK_FALSE(link.sender->poll_transmit(kStart + 500ms).has_value());
  CHECK(link.sender->next_deadline() == kStart + 540ms);
  CHECK(link.sender->stats().reanchors.value() == 1);
}

TEST_CASE("a wave stream without samples falls idle, lives on, and comes back on a new timeline", "[stream]") {
  Link link({});
  link.sender->push(std::vector<LaserSample>(1'000, lit(1)));
  link.run(kStart + 3s);
  // 10 packets of samples, then dark ones for a second, then only keepalives.
  CHECK(link.seen.chunks.size() > 1'000);
  CHECK(link.seen.chunks.size() < 1'020);
  CHECK(link.sender->stats().keepalives.value() == 10);
  CHECK(link.seen.ends.empty());
  const std::size_t before = link.seen.chunks.size();
  link.sender->push(std::vector<LaserSample>(1'000, lit(2)));
  link.sender->finish();
  link.run();
  CHECK(link.seen.chunks[before].arrival == kStart + 3s);
  CHECK(link.seen.chunks[before].samples.front() == lit(2));
  CHECK(link.seen.chunks.size() == before + 11);
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
}

TEST_CASE("an idle stream that is closed ends like any other", "[stream]") {
  Link link({});
  link.sender->push(std::vector<LaserSample>(1'000, lit(1)));
  link.run(kStart + 3s);
  link.sender->close();
  link.run();
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
  CHECK(link.now == kStart + 3001ms);
}

TEST_CASE("a silent receiver is noticed, and gets the channel opened anew when it comes back", "[stream]") {
  Link link({});
  const std::vector<LaserSample> samples(8'000, lit(1));
  const auto run_to = [&](Duration end) {
    for (Duration t = link.now - kStart; t < end; t += 50ms) {
      link.sender->push(samples);
      link.run(kStart + t + 50ms);
    }
  };
  run_to(1s);
  CHECK(link.state() == ReceiverState::Playing);
  link.is_cut = true;
  run_to(4s);
  CHECK(link.state() == ReceiverState::Silent);
  link.is_cut = false;
  link.seen.configured.clear();
  run_to(5s);
  CHECK(link.state() == ReceiverState::Playing);
  CHECK(link.sender->stats().reconnects.value() == 1);
  // Not only each 200 ms: for 20 ms after the reconnect every packet opens the channel.
  CHECK(link.seen.configured.size() > 20);
  CHECK(link.seen.events == 0);
  CHECK(link.sender->stats().reanchors.value() == 0);
}

TEST_CASE("a frame receiver that comes back gets the configuration with the next picture", "[stream]") {
  Link link(frames());
  const auto run_to = [&](Duration end) {
    while (link.sender->next_deadline() < kStart + end) {
      link.sender->push_frame(std::vector<LaserSample>(50, lit(1)), false);
      link.run(link.sender->next_deadline() + 1ns);
    }
  };
  run_to(1s);
  link.is_cut = true;
  run_to(4650ms);
  link.is_cut = false;
  const std::size_t before = link.seen.chunks.size();
  run_to(5s);
  // Its first packet, at 4680 ms, asks and has no configuration; without the reconnect that would come at 4800
  // ms.
  REQUIRE(link.seen.chunks.size() > before);
  CHECK(link.seen.chunks[before].arrival == kStart + 4720ms);
  CHECK(link.sender->stats().reconnects.value() == 1);
}

TEST_CASE("a receiver that comes back gets the picture that stays at once", "[stream]") {
  Link link(frames());
  link.sender->push_frame(std::vector<LaserSample>(50, lit(1)), false);
  link.run(kStart + 1100ms);
  link.is_cut = true;
  link.run(kStart + 4490ms);
  link.is_cut = false;
  const std::size_t before = link.seen.chunks.size();
  link.run(kStart + 6s);
  // Asked at 4800 ms it says that it is new; the regular repetition would come at 5000 ms.
  REQUIRE(link.seen.chunks.size() > before);
  CHECK(link.seen.chunks[before].arrival == kStart + 4840ms);
}
