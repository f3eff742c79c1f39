// SPDX-License-Identifier: MIT
#include <deque>

#include "idn/io/stream_loop.hpp"
#include "idn/io/udp_transport.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/heap_calls.hpp"
#include "support/hex.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using stream::SenderConfig;

/// Waves of every kind, pictures, and one stream on a socket of its own.
std::vector<SenderConfig> many_kinds() {
  std::vector<SenderConfig> kinds;
  for (const auto format : wire::kSampleFormats)
    for (const auto policy :
         {stream::LatePolicy::CatchUp, stream::LatePolicy::Skip, stream::LatePolicy::Stretch})
      kinds.push_back({.packer = {.samples_per_packet = 60, .format = format}, .late = policy});
  kinds.push_back({.mode = stream::SenderMode::Frame, .frame_period = 5ms});
  kinds.push_back({});
  return kinds;
}

/// A loop with real sockets and real answers, on a clock that jumps and now and then oversleeps.
struct Loop {
  explicit Loop(const std::vector<SenderConfig>& kinds) {
    loop.add(*socket);
    std::uint8_t host = 1;
    for (const SenderConfig& config : kinds) {
      auto& session = *sessions.emplace_back(stream::SenderSession::create(config).value());
      auto& receiver = receivers.emplace_back(host++);
      const bool shares = host <= kinds.size();
      const std::string address = to_string(receiver.endpoint());
      if (!shares)
        own = UdpTransport::open(address.substr(0, address.find(':')), receiver.endpoint().port).value();
      Transport& net = shares ? static_cast<Transport&>(**socket->connect(receiver.endpoint())) : *own;
      loop.add(session, net, stats.emplace_back());
    }
  }

  void produce() {
    for (auto& session : sessions) {
      session->push(samples);
      session->push_frame(samples, false);
    }
  }

  /// What the receivers answer to the datagrams that came so far.
  void answer() {
    for (auto& receiver : receivers)
      while (const auto datagram = receiver.waiting()) {
        if (datagram->front() != std::byte{0x41}) continue;
        std::copy_n(datagram->begin() + 2, 2, acknowledge.begin() + 2);  // of this sequence number
        receiver.send(acknowledge, receiver.sender());
      }
  }

  std::unique_ptr<SharedSocket> socket = SharedSocket::open().value();
  std::unique_ptr<UdpTransport> own;
  std::deque<std::unique_ptr<stream::SenderSession>> sessions;
  std::deque<test::LoopbackReceiver> receivers;
  std::deque<DriverStats> stats;
  std::vector<std::byte> acknowledge = test::vector_file("idn/10-acknowledge-success.hex");
  std::vector<LaserSample> samples = std::vector<LaserSample>(1000, {1, 2, 3, 4, 5, 6});
  int wake_ups = 0;
  test::FakeClock clock{[this](TimePoint deadline) { return deadline + (++wake_ups % 400 == 0 ? 20ms : 0ms); }};
  StreamLoop loop;
};

TEST_CASE("from start to end the tick path of many streams allocates nothing", "[io]") {
  Loop many(many_kinds());
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
  for (const auto& session : many.sessions) {
    CAPTURE(to_string(session->config().mode), to_string(session->config().late));
    CHECK(session->stats().datagrams.value() > 100);
    CHECK(session->stats().acks_received.value() > 0);
    CHECK(session->stats().keepalives.value() > 0);
  }
}

}  // namespace
}  // namespace idn::io
