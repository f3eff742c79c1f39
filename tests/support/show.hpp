// SPDX-License-Identifier: MIT
#pragma once

#include "io/send/driver.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/memory_transport.hpp"
#include "support/run.hpp"
#include "support/wave_packet.hpp"
#include "support/wave_session.hpp"

/// A wave session with the real driver loop, a fake clock and a transport in memory.
namespace idn::test {

inline LaserSample lit(std::int16_t x) {
  return {x, 100, 0xFFFF, 0, 0, 0xFFFF};
}

/// Session, driver and fakes; run() runs to the end of the stream.
struct Show {
  explicit Show(const stream::WaveConfig& config = {}, FakeClock::WakeUp wake_up = nullptr,
                std::size_t ring = WaveSession::kRing, const stream::LinkConfig& link = {})
      : clock(wake_up ? FakeClock(wake_up) : FakeClock()),
        session(WaveSession::create(config, ring, link).value()) {}
  explicit Show(const stream::LinkConfig& link) : Show({}, nullptr, WaveSession::kRing, link) {}

  void push_lit(std::size_t count) {
    const std::vector<LaserSample> samples(count, lit(1234));
    REQUIRE(session->push(samples) == count);
  }
  void run() { test::run(*session, clock, net, stats); }
  WavePacket packet(std::size_t index) const { return WavePacket(net.sent.at(index).octets); }
  std::vector<LaserSample> samples(std::size_t index) const {
    const ConstBytes octets = packet(index).samples;
    std::vector<LaserSample> decoded(octets.size() / wire::sample_size(wire::kUsualFormat));
    wire::decode_samples(wire::kUsualFormat, octets, decoded);
    return decoded;
  }

  FakeClock clock;
  MemoryTransport net{clock};
  std::unique_ptr<WaveSession> session;
  io::DriverStats stats;
};

}  // namespace idn::test
