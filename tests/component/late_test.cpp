// SPDX-License-Identifier: MIT
// What a session sends after its thread was woken late.
#include "support/show.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::WaveConfig;
using test::Show;
using test::WavePacket;
using test::WaveSession;

namespace {

/// A stream of `packets` packets; the tenth wake-up is late by `stall`. Sample n has x == n.
struct Stalled : Show {
  Stalled(const WaveConfig& config, Duration stall, std::size_t packets = 100)
      : Show(
            config,
            [stall, wake_ups = 0](TimePoint deadline) mutable {
              return ++wake_ups == 10 ? deadline + stall : deadline;
            },
            65536) {
    std::vector<LaserSample> samples(packets * config.packer.samples_per_packet);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = test::lit(static_cast<std::int16_t>(i));
    samples[0] = {};
    REQUIRE(session->push(samples) == samples.size());
    session->finish();
    run();
  }
};

Duration since_start(const Show& show, std::size_t packet) {
  return show.net.sent.at(packet).at - show.net.sent[0].at;
}

std::uint32_t media_us(const Show& show, std::size_t packet) {
  return static_cast<std::uint32_t>(show.packet(packet).message->header.timestamp) -
         static_cast<std::uint32_t>(show.packet(0).message->header.timestamp);
}

}  // namespace

TEST_CASE("catching up sends three overdue packets with each that is due, until the show is on time",
          "[stream]") {
  const Stalled show({}, 11ms);
  // Packet 10 is due at 10 ms; the thread wakes up at 21 ms. 12 packets are due then, and one more every ms.
  for (const std::size_t i : {10u, 11u, 12u, 13u}) CHECK(since_start(show, i) == 21ms);
  for (const std::size_t i : {14u, 15u, 16u, 17u}) CHECK(since_start(show, i) == 22ms);
  for (const std::size_t i : {18u, 19u, 20u, 21u}) CHECK(since_start(show, i) == 23ms);
  for (const std::size_t i : {22u, 23u, 24u}) CHECK(since_start(show, i) == 24ms);
  for (std::size_t i = 24; i < 100; ++i) CHECK(since_start(show, i) == 1ms * i);
  for (std::size_t i = 0; i < 100; ++i) CHECK(media_us(show, i) == 1000 * i);
  CHECK(show.session->stats().reanchors.value() == 0);
}

TEST_CASE("how many packets catch up at once can be chosen", "[stream]") {
  const Stalled none({.catch_up_packets = 0}, 5ms);
  CHECK(since_start(none, 10) == 15ms);
  CHECK(since_start(none, 11) == 16ms);
  const Stalled all({.catch_up_packets = 19}, 11ms);
  CHECK(since_start(all, 10) == 21ms);
  CHECK(since_start(all, 21) == 21ms);
  CHECK(since_start(all, 22) == 22ms);
}

TEST_CASE("what catches up at once does not overrun a receiver of 20 ms", "[stream]") {
  const auto samples = GENERATE(as<std::size_t>{}, 600, 1000, 2000, 2100);  // 6, 10, 20 and 21 ms
  const Stalled show(
      {.packer = {.samples_per_packet = samples, .max_datagram = 60'000}, .catch_up_packets = 1000}, 39ms, 20);
  for (std::size_t i = 1; i < 20; ++i) {
    const auto at_once =
        std::ranges::count(show.net.sent, show.net.sent[i].at, &test::MemoryTransport::Sent::at);
    CHECK(at_once <= std::max(1, static_cast<int>(2000 / samples)));
  }
}

TEST_CASE("a tick of several packets is never cut by the limit of a burst", "[stream]") {
  const Stalled show({.tick = 30ms, .catch_up_packets = 0}, 0ns);
  for (std::size_t i = 0; i < 100; ++i) CHECK(since_start(show, i) == i / 30 * 30ms);
}

TEST_CASE("a wake-up that is late by less than a tick changes nothing", "[stream]") {
  const Stalled show({}, 999us);
  CHECK(since_start(show, 10) == 10999us);
  for (std::size_t i = 11; i <= 100; ++i) CHECK(since_start(show, i) == 1ms * i);
  for (std::size_t i = 0; i < 100; ++i) CHECK(media_us(show, i) == 1000 * i);
}

TEST_CASE("no more wake-ups are late than datagrams had samples, however late the close is", "[stream]") {
  Show show({}, [](TimePoint deadline) { return deadline + 200us; });
  show.push_lit(399);
  show.session->finish();
  show.run();
  const auto& stats = show.session->stats();
  CHECK(stats.datagrams.value() == show.net.sent.size() - 2);      // channel close, session close
  CHECK(stats.late_ticks.value() == stats.datagrams.value() - 1);  // the first one is the start
}

TEST_CASE("a show that is to end does so in the middle of catching up", "[stream]") {
  int wake_ups = 0;
  Show show({}, [&](TimePoint deadline) {
    if (++wake_ups == 11) show.session->close();
    return wake_ups == 10 ? deadline + 30ms : deadline;
  });
  show.push_lit(5'000);
  show.run();
  // 10 packets in time, 4 after the stall, one with dark samples, two closes.
  CHECK(show.net.sent.size() == 17);
}
