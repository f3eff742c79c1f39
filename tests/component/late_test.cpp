// SPDX-License-Identifier: MIT
// The late policies: what a session sends after its thread was woken late.
#include "support/show.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::LatePolicy;
using stream::WaveConfig;
using stream::WaveSession;
using test::Show;
using test::WavePacket;

namespace {

WaveConfig with_room(WaveConfig config) {
  config.ring_capacity = 65536;
  return config;
}

/// A stream of `packets` packets; the tenth wake-up is late by `stall`. Sample n has x == n.
struct Stalled : Show {
  Stalled(const WaveConfig& config, Duration stall, std::size_t packets = 100)
      : Show(with_room(config), [stall, wake_ups = 0](TimePoint deadline) mutable {
          return ++wake_ups == 10 ? deadline + stall : deadline;
        }) {
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

TEST_CASE("skipping drops what is overdue and is on time at once", "[stream]") {
  const Stalled show({.late = LatePolicy::Skip}, 7300us);
  CHECK(show.session->stats().skipped_samples.value() == 700);
  CHECK(since_start(show, 10) == 17300us);
  CHECK(since_start(show, 11) == 18ms);
  CHECK(media_us(show, 9) == 9000);
  CHECK(media_us(show, 10) == 17000);
  CHECK(show.samples(10).front() == test::lit(1700));
  // With a configuration, as receivers may have closed the channel meanwhile.
  CHECK(show.packet(10).message->config.has_value());
  CHECK(since_start(show, 93) == 100ms);
}

TEST_CASE("skipping stays exact where packets and ticks do not divide each other", "[stream]") {
  WaveConfig config{.packer = {.rate = {30'000}, .samples_per_packet = 70}, .late = LatePolicy::Skip};
  config.tick = 1700us;
  const Stalled late(config, 50ms), punctual(config, 0ns);
  // In both streams the same sample is sent at the same time.
  const auto last = late.session->stats().datagrams.value() - 1;
  const auto skipped = late.session->stats().skipped_samples.value() / 70;
  REQUIRE(skipped > 10);
  for (std::size_t i = 40; i < last; ++i) {
    CHECK(since_start(late, i) == since_start(punctual, i + skipped));
    CHECK(media_us(late, i) == media_us(punctual, i + skipped));
  }
}

TEST_CASE("skipping finds its place again after a stall that outlasts what was pushed ahead", "[stream]") {
  WaveConfig config{.late = LatePolicy::Skip};
  std::vector<LaserSample> samples(30'000);
  for (std::size_t i = 1; i < samples.size(); ++i) samples[i] = test::lit(static_cast<std::int16_t>(i));
  std::span<const LaserSample> rest = samples;
  int wake_ups = 0;
  WaveSession* session = nullptr;
  Show show(config, [&](TimePoint deadline) {
    rest = rest.subspan(session->push(rest));
    if (rest.empty()) session->finish();
    return ++wake_ups == 10 ? deadline + 200ms : deadline;
  });
  session = show.session.get();
  rest = rest.subspan(session->push(rest));
  show.run();
  // Sample n has media time n * 10 us, also after the stall.
  const auto last = session->stats().datagrams.value() - 2;
  CHECK(media_us(show, last) == 299'000);
  CHECK(show.samples(last).front() == test::lit(29'900));
  CHECK(session->stats().skipped_samples.value() >= 20'000);
}

TEST_CASE("what was to be skipped is forgotten when the producer pauses, so that it loses nothing new",
          "[stream]") {
  int wake_ups = 0;
  bool resumed = false;
  WaveSession* session = nullptr;
  const std::vector<LaserSample> more(200, test::lit(2));
  // 50 ms of samples, a stall of 300 ms in their middle, then nothing for two seconds.
  Show show({.late = LatePolicy::Skip}, [&](TimePoint deadline) {
    ++wake_ups;
    if (!resumed && session->stats().keepalives.value() == 10) {
      resumed = session->push(more) == more.size();
      session->finish();
    }
    return wake_ups == 10 ? deadline + 300ms : deadline;
  });
  session = show.session.get();
  show.push_lit(5'000);
  show.run();
  std::size_t seen = 0;
  for (std::size_t i = 0; i < session->stats().datagrams.value() + session->stats().keepalives.value(); ++i)
    if (show.packet(i).chunk)
      seen += static_cast<std::size_t>(std::ranges::count(show.samples(i), test::lit(2)));
  CHECK(seen == 200);
}

TEST_CASE("stretching goes on from now, loses nothing and sends no burst", "[stream]") {
  const Stalled show({.late = LatePolicy::Stretch}, 7300us);
  CHECK(show.session->stats().reanchors.value() == 1);
  CHECK(show.session->stats().skipped_samples.value() == 0);
  for (std::size_t i = 10; i <= 100; ++i) CHECK(since_start(show, i) == 1ms * i + 7300us);
  CHECK(media_us(show, 10) == 17300);
  CHECK(show.samples(10).front() == test::lit(1000));
}

TEST_CASE("a wake-up that is late by less than a tick changes nothing, whatever the policy", "[stream]") {
  const auto policy = GENERATE(LatePolicy::CatchUp, LatePolicy::Skip, LatePolicy::Stretch);
  const Stalled show({.late = policy}, 999us);
  CHECK(since_start(show, 10) == 10999us);
  for (std::size_t i = 11; i <= 100; ++i) CHECK(since_start(show, i) == 1ms * i);
  for (std::size_t i = 0; i < 100; ++i) CHECK(media_us(show, i) == 1000 * i);
}

TEST_CASE("a show that is to end does so in the middle of catching up", "[stream]") {
  WaveConfig config;
  int wake_ups = 0;
  Show show(config, [&](TimePoint deadline) {
    if (++wake_ups == 11) show.stop.request_stop();
    return wake_ups == 10 ? deadline + 30ms : deadline;
  });
  show.push_lit(5'000);
  show.run();
  // 10 packets in time, 4 after the stall, one with dark samples, two closes.
  CHECK(show.net.sent.size() == 17);
}

TEST_CASE("late policies have names", "[stream]") {
  for (const auto policy : {LatePolicy::CatchUp, LatePolicy::Skip, LatePolicy::Stretch})
    CHECK(stream::late_policy_from(to_string(policy)) == policy);
  CHECK_FALSE(stream::late_policy_from("hurry").has_value());
}
