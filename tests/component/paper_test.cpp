// SPDX-License-Identifier: MIT
// The three packet-offset figures of Ofner and Frank, "Real-time Streaming with Millisecond Granularity", from
// a clock whose sleep overshoots as those systems' did: Linux, Windows with a 1 ms timer, Windows with its
// default timer of 15.625 ms. 100 kHz, 100 samples per packet.
#include <random>

#include "support/catch.hpp"
#include "support/paper_show.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using namespace std::chrono_literals;

namespace {

/// The times between adjacent packets that carry samples.
std::vector<Duration> packet_offsets(const test::FakeClock::WakeUp& wake_up) {
  const test::PaperShow show(wake_up, 60s);
  CHECK(show.reanchors() == 0);
  CHECK(show.starved_samples() == 0);

  std::vector<Duration> offsets;
  for (std::size_t i = 1; i < show.sent().size(); ++i)
    if (test::WavePacket(show.sent()[i].octets).chunk)
      offsets.push_back(show.sent()[i].at - show.sent()[i - 1].at);
  return offsets;
}

double average_us(const std::vector<Duration>& offsets) {
  Duration sum{};
  for (const Duration offset : offsets) sum += offset;
  return static_cast<double>(sum.count()) / 1e3 / static_cast<double>(offsets.size());
}

double share(const std::vector<Duration>& offsets, Duration from, Duration below) {
  const auto in = [=](Duration offset) { return offset >= from && offset < below; };
  return static_cast<double>(std::ranges::count_if(offsets, in)) / static_cast<double>(offsets.size());
}

}  // namespace

TEST_CASE("figure 1: a sleep that overshoots by up to 100 us keeps nearly all offsets on target",
          "[stream][paper]") {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::int64_t> overshoot(0, 100'000);
  const auto offsets =
      packet_offsets([&](TimePoint deadline) { return deadline + Duration(overshoot(random)); });
  REQUIRE(offsets.size() == 60'000);
  CHECK(std::abs(average_us(offsets) - 1000) < 1);
  CHECK(share(offsets, 900us, 1100us) == 1);
  CHECK(share(offsets, 990us, 1010us) < 0.5);
}

TEST_CASE("figure 2: a 1 ms timer keeps the average and spreads over neighbouring milliseconds",
          "[stream][paper]") {
  // The timer's own clock runs 0.05 % slow against the sender's, as two oscillators do, so wake-ups slip.
  const auto offsets =
      packet_offsets([](TimePoint deadline) { return test::next_interrupt(deadline, 1'000'500ns); });
  REQUIRE(offsets.size() == 60'000);
  CHECK(std::abs(average_us(offsets) - 1000) < 1);
  CHECK(share(offsets, 900us, 1100us) > 0.99);
  CHECK(share(offsets, 0us, 100us) > 0);
}

TEST_CASE("figure 3: the default timer of 15.625 ms keeps the average and sends bursts", "[stream][paper]") {
  const auto offsets =
      packet_offsets([](TimePoint deadline) { return test::next_interrupt(deadline, 15'625us); });
  REQUIRE(offsets.size() == 60'000);
  CHECK(std::abs(average_us(offsets) - 1000) < 1);
  CHECK(share(offsets, 0us, 100us) > 0.9);
  CHECK(share(offsets, 15'600us, 15'700us) == Approx(1 / 15.625).epsilon(0.01));
  CHECK(share(offsets, 900us, 1100us) == 0);
}
