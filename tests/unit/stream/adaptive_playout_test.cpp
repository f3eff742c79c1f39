// SPDX-License-Identifier: MIT
#include "stream/playout/adaptive_playout.hpp"

#include <random>

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kEstimateBegin{1000s};

/// An output with the default latency of 40 ms, and the clock of its session.
struct Output {
  ClockOffset clock;
  AdaptivePlayout playout{PlayoutConfig{}};

  PlayoutTime take(Duration arrival, std::int64_t media_us, std::int64_t duration_us) {
    clock.observe(kEstimateBegin + arrival, media_us);
    return playout.place({kEstimateBegin + arrival, media_us, duration_us}, clock);
  }
};

bool is_healthy(const PlayoutTime& playout) {
  return playout.timeliness == Timeliness::OnTime && !playout.overrun;
}

TEST_CASE("the first chunk is shown one latency after it came, the next ones follow it", "[stream]") {
  Output output;
  const std::int64_t origin = GENERATE(as<std::int64_t>{}, 0, 5'000'000, -7'000'000'000);
  CHECK(output.take(0ms, origin, 10'000).begin == kEstimateBegin + 40ms);
  CHECK(output.take(13ms, origin + 10'000, 10'000).begin == kEstimateBegin + 50ms);
  CHECK(output.playout.held_until() == kEstimateBegin + 60ms);
}

TEST_CASE("a chunk is late from its playout on, and outdated when all of it has passed", "[stream]") {
  Output output;
  output.take(0ms, 0, 10'000);
  SECTION("just in time") {
    CHECK(output.take(50ms, 10'000, 10'000).timeliness == Timeliness::OnTime);
  }
  SECTION("a microsecond late") {
    CHECK(output.take(50001us, 10'000, 10'000).timeliness == Timeliness::Late);
  }
  SECTION("its last microsecond is still to come") {
    CHECK(output.take(59999us, 10'000, 10'000).timeliness == Timeliness::Late);
    CHECK(output.playout.held_until() == kEstimateBegin + 60ms);
  }
  SECTION("all of it has passed") {
    CHECK(output.take(60ms, 10'000, 10'000).timeliness == Timeliness::Outdated);
    CHECK(output.playout.held_until() == kEstimateBegin + 50ms);
  }
}

TEST_CASE("a latency that did not suffice grows, and shrinks again by a millisecond per second", "[stream]") {
  Output output;
  output.take(0ms, 0, 10'000);
  CHECK(output.take(60ms, 10'000, 10'000).timeliness == Timeliness::Outdated);  // 10 ms late
  CHECK(output.take(61ms, 20'000, 10'000).begin == kEstimateBegin + 20ms + 40ms + 15ms);
  PlayoutTime last;
  for (int i = 3; i < 3000; ++i) last = output.take(i * 10ms, i * 10'000, 10'000);
  // 15 s later the additional latency of 15 ms is gone.
  CHECK(last.begin - (kEstimateBegin + 29'990ms) == 40ms);
}

TEST_CASE("a stream that stalled for long is shown again from the second chunk on", "[stream]") {
  Output output;
  for (int i = 0; i < 100; ++i) output.take(i * 1ms, i * 1000, 1000);
  CHECK(output.take(400ms, 100'000, 1000).timeliness == Timeliness::Outdated);
  for (int i = 101; i < 200; ++i) CHECK(is_healthy(output.take(400ms + (i - 100) * 1ms, i * 1000, 1000)));
}

TEST_CASE("what is too far from now belongs to a new time axis", "[stream]") {
  Output output;
  output.take(0ms, 0, 10'000);
  const std::int64_t media =
      GENERATE(as<std::int64_t>{}, 60'000'000, -60'000'000, std::int64_t{1} << 60, -(std::int64_t{1} << 60));
  const PlayoutTime playout = output.take(20ms, media, 10'000);
  CHECK(is_healthy(playout));
  CHECK(playout.begin == kEstimateBegin + 60ms);
  CHECK(output.take(30ms, media + 10'000, 10'000).begin == kEstimateBegin + 70ms);
}

TEST_CASE("an output that holds more than a second gives up the oldest", "[stream]") {
  Output output;
  std::int64_t media = 0;
  while (output.playout.held_until() <= kEstimateBegin + 1001ms) {
    CHECK_FALSE(output.take(1ms, media, 20'000).overrun);
    media += 20'000;
  }
  CHECK(media == Approx(980'000).margin(20'000));
  const PlayoutTime playout = output.take(1ms, media, 20'000);
  CHECK(playout.overrun);
  CHECK(playout.begin <= kEstimateBegin + 41ms);
  CHECK_FALSE(output.take(2ms, media + 20'000, 20'000).overrun);
}

TEST_CASE("one chunk may be longer than the output keeps", "[stream]") {
  Output output;
  CHECK(is_healthy(output.take(0ms, 0, 16'000'000)));
  CHECK(is_healthy(output.take(16s, 16'000'000, 16'000'000)));
}

TEST_CASE("senders whose clocks are wrong by 200 ppm stay healthy for an hour", "[stream]") {
  const int ppm = GENERATE(200, -200);
  std::mt19937 random(7);
  Output output;
  for (std::int64_t i = 0; i < 360'000; ++i) {
    const std::int64_t sent_us = i * 10'000 + i * 10'000 * ppm / 1'000'000;
    const auto jitter = std::chrono::microseconds(random() % 3000);
    const PlayoutTime playout = output.take(std::chrono::microseconds(sent_us) + jitter, i * 10'000, 10'000);
    REQUIRE(is_healthy(playout));
    REQUIRE(playout.begin - kEstimateBegin - std::chrono::microseconds(sent_us) < 60ms);
  }
}

TEST_CASE("the axis follows the clock offset until a millisecond is left", "[stream]") {
  const Duration shift = GENERATE(-3ms, 3ms);
  Output output;
  PlayoutTime last;
  for (int i = 0; i < 3000; ++i)
    last = output.take(i * 10ms + (i < 10 ? Duration{} : shift), i * 10'000, 10'000);
  const Duration left = shift < Duration{} ? Duration(1ms) : Duration(-1ms);
  CHECK(last.begin - (kEstimateBegin + 29'990ms) == 40ms + shift + left);
}

TEST_CASE("laser-dac, which begins 30 ms behind its clock and then sends ahead in bursts, is healthy",
          "[stream]") {
  // The sender of section 5.5: chunks of 10 ms, up to three at once, until 50 ms are in the network buffer;
  // then one whenever there is room. Its wake-ups are late by up to 4 ms.
  std::mt19937 random(11);
  Output output;
  Duration now{};
  std::int64_t media_us = -30'000;
  for (int wake_up = 0; wake_up < 20'000; ++wake_up) {
    for (int burst = 0; burst < 3 && std::chrono::microseconds(media_us) < now + 20ms; ++burst) {
      const PlayoutTime playout = output.take(now, media_us, 10'000);
      REQUIRE(is_healthy(playout));
      media_us += 10'000;
    }
    now += 5ms + std::chrono::microseconds(random() % 4000);
  }
}

TEST_CASE("Helios, which sends up to half a millisecond after its timestamps, is healthy", "[stream]") {
  std::mt19937 random(13);
  Output output;
  for (std::int64_t i = 0; i < 100'000; ++i) {
    const auto sent = std::chrono::microseconds(i * 5966 + static_cast<std::int64_t>(random() % 500));
    REQUIRE(is_healthy(output.take(sent, i * 5966, 5966)));
  }
}

}  // namespace
}  // namespace idn::stream
