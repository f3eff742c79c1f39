// SPDX-License-Identifier: MIT
// Streams that switch to another receiver while they run, in virtual time.
#include <deque>

#include "io/send/stream_loop.hpp"
#include "support/frame_session.hpp"
#include "support/hex.hpp"
#include "support/session_link.hpp"
#include "support/show.hpp"

using namespace idn;
using namespace std::chrono_literals;
using test::lit;
using test::WavePacket;

namespace {

const Endpoint kThere = Endpoint::ipv4(0xC0A80A07, kIdnPort);

/// Two lit streams on one loop; the first one is retargeted.
struct RetargetedLoop {
  struct Stream {
    explicit Stream(io::Clock& clock) : net(clock) {}
    std::unique_ptr<test::WaveSession> session = test::WaveSession::create({}).value();
    test::MemoryTransport net;
    io::DriverStats stats;
  };

  RetargetedLoop() {
    for (int i = 0; i < 2; ++i) {
      Stream& stream = streams.emplace_back(clock);
      loop.add(*stream.session, stream.net, stream.stats);
    }
    loop.start(clock.now());
  }

  void run_for(Duration time) {
    for (const TimePoint end = clock.now() + time; clock.now() < end;) {
      for (Stream& stream : streams) stream.session->push(samples);
      REQUIRE(loop.step(clock));
    }
  }

  /// Delivers an acknowledge for the last request.
  void acknowledge(Stream& stream) {
    const auto last =
        std::ranges::find_if(stream.net.sent.rbegin(), stream.net.sent.rend(),
                             [](const auto& sent) { return sent.octets.front() == std::byte{0x41}; });
    REQUIRE_FALSE(stream.net.requests.empty());
    const bool is_beside = last == stream.net.sent.rend() || last->at < stream.net.requests.back().at;
    const auto& request = is_beside ? stream.net.requests.back() : *last;
    auto answer = test::vector_file("idn/10-acknowledge-success.hex");
    std::copy_n(request.octets.begin() + 2, 2, answer.begin() + 2);
    stream.net.answers.push_back(std::move(answer));
  }

  test::FakeClock clock;
  io::StreamLoop loop;
  std::deque<Stream> streams;
  const std::vector<LaserSample> samples = std::vector<LaserSample>(200, lit(1234));
};

std::size_t first_at(const test::MemoryTransport& net, const Endpoint& receiver) {
  const auto first = std::ranges::find(net.sent, receiver, &test::MemoryTransport::Sent::to);
  REQUIRE(first != net.sent.end());
  return static_cast<std::size_t>(first - net.sent.begin());
}

}  // namespace

TEST_CASE("a retargeted stream begins anew: with its configuration, a dark start and a request", "[stream]") {
  RetargetedLoop loop;
  loop.run_for(100ms);
  auto& [session, net, stats] = loop.streams[0];
  net.retarget(kThere);
  const TimePoint asked = loop.clock.now();
  loop.run_for(100ms);
  const std::size_t first = first_at(net, kThere);
  CHECK(net.sent[first].at <= asked + 1ms);
  CHECK(session->stats().retargets.value() == 1);
  CHECK(session->stats().retargeted_at.value() == net.sent[first].at);

  const WavePacket packet(net.sent[first].octets);
  CHECK(packet.header.command == wire::Command::RtMessage);
  CHECK(net.requests.back().at == net.sent[first].at);
  CHECK(net.requests.back().to == kThere);
  CHECK(packet.message->config);
  CHECK_FALSE(WavePacket(net.sent[first - 1].octets).message->config);
  std::vector<LaserSample> samples(packet.samples.size() / wire::sample_size(wire::kUsualFormat));
  wire::decode_samples(wire::kUsualFormat, packet.samples, samples);
  CHECK(samples.at(0) == LaserSample{});
  CHECK(samples.at(1).r == lit(1234).r);

  // The timeline, the tick and the sequence numbers continue.
  for (std::size_t i = 1; i < net.sent.size(); ++i) {
    CHECK(net.sent[i].at - net.sent[i - 1].at == 1ms);
    const auto requests =
        std::ranges::count(net.requests, net.sent[i - 1].at, &test::MemoryTransport::Sent::at);
    CHECK(WavePacket(net.sent[i].octets).header.sequence ==
          static_cast<std::uint16_t>(WavePacket(net.sent[i - 1].octets).header.sequence + 1 + requests));
  }
}

TEST_CASE("a stream beside one that is retargeted sends what it would have sent", "[stream]") {
  RetargetedLoop quiet, moving;
  quiet.run_for(50ms);
  moving.run_for(50ms);
  moving.streams[0].net.retarget(kThere);
  quiet.run_for(300ms);
  moving.run_for(300ms);
  const auto &expected = quiet.streams[1].net.sent, &sent = moving.streams[1].net.sent;
  REQUIRE(sent.size() == expected.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    CHECK(sent[i].at == expected[i].at);
    CHECK(sent[i].octets == expected[i].octets);
    CHECK(sent[i].to == Endpoint{});
  }
}

TEST_CASE("what the former receiver said is forgotten, and its late answer is none", "[stream]") {
  RetargetedLoop loop;
  auto& [session, net, stats] = loop.streams[0];
  loop.run_for(10ms);
  loop.acknowledge(loop.streams[0]);
  loop.run_for(10ms);
  CHECK(session->stats().receiver.value() == stream::ReceiverState::Playing);
  CHECK(session->stats().answered_at.value() > TimePoint{});
  loop.run_for(2200ms);  // no acknowledges
  CHECK(session->stats().receiver.value() == stream::ReceiverState::Silent);
  loop.acknowledge(loop.streams[0]);  // to the last request before the change
  net.retarget(kThere);
  loop.run_for(10ms);
  CHECK(session->stats().receiver.value() == stream::ReceiverState::Unknown);
  CHECK(session->stats().acks_received.value() == 1);
  loop.acknowledge(loop.streams[0]);
  loop.run_for(10ms);
  CHECK(session->stats().receiver.value() == stream::ReceiverState::Playing);
  CHECK(session->stats().reconnects.value() == 0);
}

TEST_CASE("a stream knows nothing of its receiver from the moment on at which it is retargeted", "[stream]") {
  RetargetedLoop loop;
  auto& [session, net, stats] = loop.streams[0];
  loop.run_for(10ms);
  loop.acknowledge(loop.streams[0]);
  loop.run_for(10ms);
  REQUIRE(session->stats().receiver.value() == stream::ReceiverState::Playing);
  session->on_retarget(loop.clock.now(), std::nullopt);
  CHECK(session->stats().receiver.value() == stream::ReceiverState::Unknown);
  CHECK(session->stats().receiver_latency.value() == 0ns);
  CHECK(session->stats().round_trip.value() == 0ns);
}

TEST_CASE("a picture that stays is sent to the new receiver at once", "[stream]") {
  test::FakeClock clock;
  test::MemoryTransport net{clock};
  io::DriverStats stats;
  test::LightOn light;
  const auto session = test::FrameSession::create({.frame_period = 20ms}, light).value();
  io::StreamLoop loop;
  loop.add(*session, net, stats);
  loop.start(clock.now());
  session->push(std::vector<LaserSample>(200, lit(1234)));
  for (int i = 0; i < 20; ++i) REQUIRE(loop.step(clock));
  net.retarget(kThere);
  const TimePoint asked = clock.now();
  for (int i = 0; i < 20; ++i) REQUIRE(loop.step(clock));
  const auto& first = net.sent[first_at(net, kThere)];
  CHECK(first.at <= asked + 20ms);
  CHECK(WavePacket(first.octets).message->config);
  CHECK(first.octets.size() > 1000);
}
