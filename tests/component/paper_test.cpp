// SPDX-License-Identifier: MIT
// The three packet-offset figures of Ofner and Frank, "Real-time Streaming with Millisecond Granularity",
// in kind: the library's sender on a clock that oversleeps like those of Linux, of Windows with a 1 ms
// timer and of Windows with its default timer of 15.625 ms. 100 kHz, 100 samples per packet. The average
// and the shape are as published, the shares on target are not: a timer alone gives 99.95 % instead of
// 84.70 %. No timer of Windows gives that share by itself, however the sleep is rounded; a period of about
// 541 us does, or 3 to 24 % of the wake-ups delayed by 0.1 to 3 ms (target paper_search). Which it was, the
// published figures do not tell.
#include <random>

#include "paper/sleeping_loop.hpp"
#include "support/catch.hpp"
#include "support/paper_show.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using test::average_us;
using test::share;
using namespace std::chrono_literals;

namespace {

/// The packet offsets of a minute.
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

TEST_CASE("figure 2: a 1 ms timer alone keeps the average and nearly all offsets on target",
          "[stream][paper]") {
  // The timer's oscillator is 0.05 % slower than the sender's clock, so that the phase of wake-ups drifts.
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

TEST_CASE("no timer of Windows alone gives the share that was published for it", "[stream][paper]") {
  using test::SleepOrigin, test::SleepRounding;
  const auto rounding =
      GENERATE(SleepRounding::None, SleepRounding::Up, SleepRounding::Nearest, SleepRounding::Down);
  const auto origin = GENERATE(SleepOrigin::Call, SleepOrigin::Interrupt);
  const Duration period = GENERATE(Duration(500'000), Duration(976'562), Duration(999'500), Duration(1'000'000),
                                   Duration(1'000'500), Duration(2'000'000), Duration(15'625'000));
  CAPTURE(to_string(rounding), to_string(origin), period.count());
  const auto offsets = test::published_loop_offsets({period, rounding, origin, {}}, 60'001, 7255);
  CHECK(std::abs(average_us(offsets) - 1000) < 1);
  CHECK(std::abs(share(offsets, 900us, 1100us) - 0.8470) > 0.1);
}

TEST_CASE("the share that was published for Windows needs an odd timer, or load", "[stream][paper]") {
  const auto on_target = [](const test::SleepingSystem& system) {
    return share(test::published_loop_offsets(system, 60'001, 7255), 900us, 1100us);
  };
  // Offsets are one period p or two; only those of two, a share x, are on target: 2 p x + p (1 - x) = 1000 us.
  CHECK(on_target({.period = 541'418ns}) == Approx(0.8470).margin(0.001));
  CHECK(on_target({.load = {0.069, 500us}}) == Approx(0.8470).margin(0.003));
}
