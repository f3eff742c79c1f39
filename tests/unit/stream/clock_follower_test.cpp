// SPDX-License-Identifier: MIT
#include "idn/stream/send/clock_follower.hpp"

#include <limits>
#include <random>

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kBegin{1000h};

/// A buffer that a receiver drains by its own clock, and a follower whose correction is read every 10 ms.
struct BufferModel {
  explicit BufferModel(double ppm) : receiver_ppm(ppm) {}

  /// Every 200 ms the receiver reports `report(level)` instead of the true level.
  template <class Report>
  void run(Duration length, Report report) {
    for (const TimePoint end = now + length; now < end; now += kStep) {
      if ((now - kBegin) % 200ms == 0ns) follower.observe(now, report(level()));
      const std::int64_t before = correction;
      correction = follower.correction_ppb(now);
      largest_step = std::max(largest_step, std::abs(correction - before));
      largest = std::max(largest, std::abs(correction));
      level_us += (static_cast<double>(correction) / 1e3 - receiver_ppm) * 0.01;
    }
  }
  void run(Duration length) {
    run(length, [](Duration level) { return level; });
  }
  Duration level() const { return std::chrono::microseconds(static_cast<std::int64_t>(level_us)); }
  double correction_ppm() const { return static_cast<double>(correction) / 1e3; }

  static constexpr Duration kStep = 10ms;
  ClockFollower follower;
  TimePoint now = kBegin;
  double receiver_ppm;
  double level_us = 10'000;
  std::int64_t correction = 0;
  std::int64_t largest = 0;
  std::int64_t largest_step = 0;
};

TEST_CASE("without readings, or with none that say anything, nothing is corrected", "[stream]") {
  BufferModel buffer(100);
  const Duration told = GENERATE(as<Duration>{}, 0ns, -5ms, 2s + 1ns, 4294967295us);
  // Values in the valid range increase.
  buffer.run(60s, [&](Duration) { return told > 0ns ? told + (buffer.now - kBegin) / 10'000 : told; });
  CHECK(buffer.correction == 0);
}

TEST_CASE("the correction becomes the rate of the receiver, and the level comes back", "[stream]") {
  const double ppm = GENERATE(100.0, -100.0, 3.0, 0.0);
  BufferModel buffer(ppm);
  buffer.run(10s);
  CHECK(std::abs(buffer.correction_ppm() - ppm) < 15);
  buffer.run(180s);
  CHECK(std::abs(buffer.correction_ppm() - ppm) < 0.5);
  CHECK(std::abs(static_cast<double>(buffer.follower.rate_ppb()) / 1e3 - ppm) < 0.5);
  CHECK(std::abs(buffer.level_us - 10'000) < 20);
}

TEST_CASE("the correction ends at 200 ppm and never steps", "[stream]") {
  BufferModel buffer(GENERATE(300.0, -300.0));
  buffer.run(60s);
  CHECK(buffer.largest == 200'000);
  CHECK(buffer.largest_step <= 1001);  // 100 ppm per second, read every 10 ms
  CHECK(buffer.largest_step >= 999);
}

TEST_CASE("whatever a receiver tells, the correction keeps to its limits", "[stream]") {
  BufferModel buffer(0);
  std::mt19937 random(GENERATE(1u, 2u, 3u));
  buffer.run(600s, [&](Duration) -> Duration { return std::chrono::microseconds(random() >> random() % 32); });
  CHECK(buffer.largest <= 200'000);
  CHECK(buffer.largest_step <= 1001);
}

TEST_CASE("readings far off are ignored", "[stream]") {
  BufferModel buffer(50);
  std::mt19937 random(7);
  buffer.run(60s);
  buffer.receiver_ppm = 80;
  buffer.run(300s, [&](Duration level) -> Duration {
    return random() % 10 == 0 ? Duration(std::chrono::microseconds(random() % 1'000'000)) : level;
  });
  CHECK(std::abs(buffer.correction_ppm() - 80) < 3);
  CHECK(std::abs(buffer.level_us - 10'000) < 100);
}

TEST_CASE("the longer ago the last reading, the further off may be the next one", "[stream]") {
  BufferModel buffer(50);
  buffer.run(60s);
  buffer.run(60s, [](Duration) { return 0ns; });
  const std::int64_t before = buffer.correction;
  const double off_us = GENERATE(1'300.0, 1'500.0);  // below and above 200 us plus 20 ppm of 60 s
  buffer.level_us -= off_us;
  buffer.run(100ms);  // one report, which is used or rejected as an outlier
  CHECK((buffer.correction - before > 1'000) == (off_us < 1'400));
}

TEST_CASE("a level that jumps is a new one, and the rate stays", "[stream]") {
  BufferModel buffer(50);
  buffer.run(120s);
  const double jump = GENERATE(5'000.0, -5'000.0);
  buffer.level_us += jump;
  buffer.largest = 0;
  buffer.run(120s);
  CHECK(std::abs(buffer.correction_ppm() - 50) < 3);
  CHECK(buffer.largest < 60'000);
  CHECK(std::abs(buffer.level_us - (10'000 + jump)) < 100);
}

TEST_CASE("a small jump is pulled back", "[stream]") {
  BufferModel buffer(50);
  buffer.run(120s);
  buffer.level_us += 600;
  buffer.run(300s);
  CHECK(std::abs(buffer.level_us - 10'000) < 20);
}

TEST_CASE("a jump of up to a millisecond is pulled back, and a larger one moves the set point", "[stream]") {
  BufferModel buffer(50);
  buffer.run(120s);
  const double jump = GENERATE(900.0, -900.0, 1'100.0, -1'100.0);
  buffer.level_us += jump;
  buffer.run(300s);
  CHECK(std::abs(buffer.level_us - (std::abs(jump) < 1'000 ? 10'000 : 10'000 + jump)) < 50);
}

TEST_CASE("the sender's own restart makes no rate", "[stream]") {
  BufferModel buffer(50);
  buffer.run(120s);
  buffer.follower.restart();
  buffer.level_us += 150;  // too little to be an outlier
  buffer.largest = 0;
  buffer.run(1s);
  CHECK(buffer.largest < 60'000);
  CHECK(std::abs(buffer.follower.rate_ppb() - 50'000) < 1'000);
}

TEST_CASE("without readings the last known rate goes on", "[stream]") {
  BufferModel buffer(80);
  buffer.run(180s);
  buffer.run(3600s, [](Duration) { return 0ns; });
  CHECK(std::abs(buffer.correction_ppm() - 80) < 0.5);
  CHECK(std::abs(buffer.level_us - 10'000) < 500);
}

TEST_CASE("a receiver that gives back latency by a millisecond per second is not taken for a clock",
          "[stream]") {
  BufferModel buffer(20);
  buffer.run(120s);
  double extra = 15'000;
  buffer.largest = 0;
  buffer.run(15s, [&](Duration level) {
    extra -= 200;
    return level + std::chrono::microseconds(static_cast<std::int64_t>(extra));
  });
  buffer.run(60s);
  CHECK(buffer.largest < 90'000);
  CHECK(std::abs(buffer.follower.rate_ppb() - 20'000) < 15'000);
}

}  // namespace
}  // namespace idn::stream
