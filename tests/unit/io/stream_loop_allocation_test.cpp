// SPDX-License-Identifier: MIT
#include <deque>

#include "io/send/stream_loop.hpp"
#include "io/send/stream_socket.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/frame_session.hpp"
#include "support/heap_calls.hpp"
#include "support/hex.hpp"
#include "support/loopback_receiver.hpp"
#include "support/wave_session.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using stream::FrameConfig;
using stream::WaveConfig;
using test::FrameSession;
using test::WaveSession;

/// Configurations of wave sessions with different options.
std::vector<WaveConfig> many_waves() {
  std::vector<WaveConfig> kinds;
  for (const auto format : wire::kSampleFormats)
    kinds.push_back({.packer = {.samples_per_packet = 60, .format = format}});
  kinds.push_back({});
  return kinds;
}

/// Configurations of frame sessions: frames of one and of many datagrams, with both frame orders.
std::vector<FrameConfig> many_frames() {
  std::vector<FrameConfig> kinds;
  for (const auto order : {stream::FrameOrder::NewestWins, stream::FrameOrder::KeepAll})
    for (const std::size_t datagram :
         {stream::FrameLimits::kShortestDatagram, stream::FrameLimits::kLongestDatagram})
      kinds.push_back({.limits = {datagram}, .frame_period = 5ms, .order = order});
  return kinds;
}

/// A loop with real sockets and real acknowledges, on a fake clock that sometimes oversleeps.
struct Loop {
  Loop() {
    for (const WaveConfig& config : many_waves()) waves.push_back(WaveSession::create(config).value());
    for (const FrameConfig& config : many_frames()) {
      lights.emplace_back(100ms, 50ms).arm(true);
      frames.push_back(FrameSession::create(config, lights.back()).value());
    }
    for (const auto& session : waves) sessions.push_back(session.get());
    for (const auto& session : frames) sessions.push_back(session.get());
    for (stream::SenderSession* const session : sessions) {
      auto& receiver = receivers.emplace_back(static_cast<std::uint8_t>(receivers.size() + 1));
      sockets.push_back(StreamSocket::open(receiver.endpoint()).value());
      loop.add(*session, *sockets.back(), stats.emplace_back());
    }
  }

  void produce() {
    for (auto& session : waves) session->push(samples);
    for (auto& session : frames) session->push(samples);
    for (auto& light : lights) {
      light.resume();
      light.note_call(clock.now());
    }
  }

  /// Sends the receivers' acknowledges for the datagrams that have arrived.
  void answer() {
    for (auto& receiver : receivers)
      while (const auto datagram = receiver.waiting()) {
        if (datagram->front() != std::byte{0x41}) continue;
        std::copy_n(datagram->begin() + 2, 2, acknowledge.begin() + 2);  // the sequence number
        receiver.send(acknowledge, receiver.sender());
      }
  }

  std::vector<std::unique_ptr<StreamSocket>> sockets;
  std::vector<std::unique_ptr<WaveSession>> waves;
  std::deque<stream::LightSwitch> lights;
  std::vector<std::unique_ptr<FrameSession>> frames;
  std::vector<stream::SenderSession*> sessions;
  std::deque<test::LoopbackReceiver> receivers;
  std::deque<DriverStats> stats;
  std::vector<std::byte> acknowledge = test::vector_file("idn/10-acknowledge-success.hex");
  std::vector<LaserSample> samples = std::vector<LaserSample>(1000, {1, 2, 3, 4, 5, 6});
  int wake_ups = 0;
  test::FakeClock clock{[this](TimePoint deadline) { return deadline + (++wake_ups % 400 == 0 ? 20ms : 0ms); }};
  StreamLoop loop;
};

TEST_CASE("from start to end the tick path of many streams allocates nothing", "[io]") {
  Loop many;
  many.produce();
  many.loop.start(many.clock.now());
  const TimePoint start = many.clock.now();
  std::size_t allocations = 0;
  for (bool goes_on = true; goes_on; many.answer()) {
    if (many.clock.now() < start + 1s) many.produce();
    if (many.clock.now() > start + 4s) many.loop.close();
    const test::HeapCalls calls;
    goes_on = many.loop.step(many.clock);
    allocations += calls.count();
  }
  CHECK(allocations == 0);
  for (const stream::SenderSession* session : many.sessions) {
    CHECK(session->stats().datagrams.value() > 100);
    CHECK(session->stats().acks_received.value() > 0);
  }
  for (const auto& session : many.waves) CHECK(session->stats().keepalives.value() > 0);
  for (const auto& light : many.lights) CHECK(light.holds_expired() > 0);
}

TEST_CASE("streams that join and leave a loop allocate nothing on its thread", "[io]") {
  struct Joining {
    explicit Joining(const Endpoint& receiver) : socket(StreamSocket::open(receiver).value()) {}
    std::unique_ptr<StreamSocket> socket;
    std::unique_ptr<WaveSession> session = WaveSession::create({}).value();
    DriverStats stats;
    AttachedStream entry{*session, *socket, stats};
  };
  const test::LoopbackReceiver receiver;
  test::FakeClock clock;
  StreamLoop loop;
  std::deque<Joining> streams;
  std::size_t allocations = 0;
  for (int round = 0; round < 50; ++round) {
    REQUIRE(loop.attach(streams.emplace_back(receiver.endpoint()).entry));
    if (round >= 10) streams[static_cast<std::size_t>(round) - 10].session->close();
    const test::HeapCalls calls;
    for (int i = 0; i < 30; ++i) loop.step(clock);
    allocations += calls.count();
  }
  CHECK(allocations == 0);
  CHECK(loop.attached() == 10);
}

}  // namespace
}  // namespace idn::io
