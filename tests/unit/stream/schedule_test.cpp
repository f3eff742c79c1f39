// SPDX-License-Identifier: MIT
#include "stream/send/schedule.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace idn::stream;
using namespace std::chrono_literals;

TEST_CASE("ticks of a third of a millisecond do not drift in a day", "[stream]") {
  const SampleRate rate{30'000};
  TickSchedule ticks(TickLength::of_samples(10, rate));
  const TimePoint start{5s};
  ticks.start(start);
  for (int i = 0; i < 3000 * 3600; ++i) ticks.advance();
  CHECK(ticks.deadline() == start + 1h);
  ticks.advance();
  CHECK(ticks.deadline() == start + 1h + 333'333ns);
}

TEST_CASE("ticks can be given as a time", "[stream]") {
  TickSchedule ticks(TickLength::of(250us, SampleRate{44'100}));
  ticks.start(TimePoint{});
  for (int i = 0; i < 4; ++i) ticks.advance();
  CHECK(ticks.deadline() == TimePoint{1ms});
}

TEST_CASE("a correction of 100 ppm gains 360 ms in an hour, to the nanosecond", "[stream]") {
  const std::int64_t ppb = GENERATE(as<std::int64_t>{}, 100'000, -100'000);
  TickSchedule ticks(TickLength::of_samples(10, SampleRate{30'000}));
  const TimePoint start{5s};
  ticks.start(start);
  ticks.correct(ppb);
  for (int i = 0; i < 3000 * 3600; ++i) ticks.advance();
  CHECK(ticks.ahead() == 360ms * (ppb / 100'000));
  CHECK(ticks.deadline() + ticks.ahead() == start + 1h);
}

TEST_CASE("however the correction changes, media time stays exact", "[stream]") {
  TickSchedule corrected(TickLength::of_samples(7, SampleRate{44'100}));
  TickSchedule nominal = corrected;
  corrected.start(TimePoint{5s});
  nominal.start(TimePoint{5s});
  bool exact = true;
  for (int i = 0; i < 100'000; ++i) {
    corrected.correct(i % 401 * 1000 - 200'000);
    corrected.advance();
    nominal.advance();
    exact = exact && corrected.deadline() + corrected.ahead() == nominal.deadline();
  }
  CHECK(exact);
  CHECK(nominal.ahead() == 0ns);
  const TimePoint before = corrected.deadline();
  corrected.correct(200'000);
  corrected.advance();
  // 158'730 ns and a fraction, minus 31 or 32.
  CHECK(corrected.deadline() - before >= 158'698ns);
  CHECK(corrected.deadline() - before <= 158'700ns);
}

TEST_CASE("a restart of the schedule keeps what corrections have gained", "[stream]") {
  TickSchedule ticks(TickLength::of(1ms, SampleRate{100'000}));
  ticks.start(TimePoint{5s});
  ticks.correct(200'000);
  for (int i = 0; i < 10; ++i) ticks.advance();
  ticks.start(TimePoint{9s});
  CHECK(ticks.ahead() == 2us);
  CHECK(ticks.deadline() == TimePoint{9s});
}

TEST_CASE("the packet schedule sends what the display time of each tick needs", "[stream]") {
  const SampleRate rate{100'000};
  const auto packets_per_tick = [&](Duration tick, std::size_t samples, int ticks) {
    PacketSchedule packets(TickLength::of(tick, rate));
    std::vector<int> sent;
    for (int i = 0; i < ticks; ++i) {
      sent.push_back(0);
      for (; packets.is_due(); ++sent.back()) packets.sent(samples);
      packets.end_tick();
    }
    return sent;
  };
  CHECK(packets_per_tick(1ms, 100, 4) == std::vector{1, 1, 1, 1});
  CHECK(packets_per_tick(1ms, 150, 6) == std::vector{1, 1, 0, 1, 1, 0});
  CHECK(packets_per_tick(2ms, 100, 3) == std::vector{2, 2, 2});
  CHECK(packets_per_tick(250us, 100, 5) == std::vector{1, 0, 0, 0, 1});
}

TEST_CASE("timestamps lie back by a tick only where packets and ticks do not match", "[stream]") {
  const SampleRate rate{100'000};
  CHECK(PacketSchedule::lead(TickLength::of(1ms, rate), 100) == 0ns);
  CHECK(PacketSchedule::lead(TickLength::of(250us, rate), 100) == 0ns);
  CHECK(PacketSchedule::lead(TickLength::of(1ms, rate), 150) == 1ms + 1ns);
  CHECK(PacketSchedule::lead(TickLength::of(2ms, rate), 100) == 2ms + 1ns);
}

TEST_CASE("sample times are exact at any age of a stream", "[stream]") {
  CHECK(sample_time_us(1, SampleRate{30'000}) == 33);
  CHECK(sample_time_us(2, SampleRate{30'000}) == 66);
  CHECK(sample_time_us(3, SampleRate{30'000}) == 100);
  CHECK(sample_time_us(30'000ull * 3'000'000'000ull + 1, SampleRate{30'000}) == 3'000'000'000'000'033);
  CHECK(sample_time_us(1ull << 62, SampleRate{1'000'000}) == std::int64_t{1} << 62);
}
