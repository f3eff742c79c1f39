// SPDX-License-Identifier: MIT
#include "stream/playout/fixed_playout.hpp"

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kFixedBegin{1000s};

struct FixedOutput {
  FixedPlayout playout{PlayoutConfig{}};

  PlayoutTime take(Duration arrival, std::int64_t media_us, std::int64_t duration_us) {
    return playout.place({kFixedBegin + arrival, media_us, duration_us});
  }
};

TEST_CASE("a fixed output shows everything where its timestamp places it after the first chunk", "[stream]") {
  FixedOutput output;
  const std::int64_t origin = GENERATE(as<std::int64_t>{}, 0, 5'000'000, -(std::int64_t{1} << 60));
  CHECK(output.take(0ms, origin, 10'000).begin == kFixedBegin + 40ms);
  CHECK(output.take(3ms, origin + 10'000, 10'000).begin == kFixedBegin + 50ms);
  CHECK(output.take(39ms, origin + 20'000, 10'000).begin == kFixedBegin + 60ms);
  CHECK(output.playout.held_until() == kFixedBegin + 70ms);
}

TEST_CASE("a fixed output does not wait longer after something came late", "[stream]") {
  FixedOutput output;
  output.take(0ms, 0, 10'000);
  CHECK(output.take(55ms, 10'000, 10'000).timeliness == Timeliness::Late);
  CHECK(output.take(70ms, 20'000, 10'000).timeliness == Timeliness::Outdated);
  CHECK(output.take(71ms, 30'000, 10'000).begin == kFixedBegin + 70ms);
}

TEST_CASE("with twice the buffer waiting a fixed output drops the oldest and keeps the buffer", "[stream]") {
  FixedOutput output;
  for (int i = 0; i <= 4; ++i) CHECK_FALSE(output.take(0ms, i * 10'000, 10'000).overrun);
  const PlayoutTime playout = output.take(0ms, 50'000, 10'000);
  CHECK(playout.overrun);
  CHECK(playout.begin == kFixedBegin + 40ms);
  CHECK(output.take(1ms, 60'000, 10'000).begin == kFixedBegin + 50ms);
}

TEST_CASE("a fixed output that was dry for longer than its buffer fills it again", "[stream]") {
  FixedOutput output;
  output.take(0ms, 0, 10'000);
  SECTION("not longer") {
    CHECK(output.take(90ms, 50'000, 10'000).begin == kFixedBegin + 90ms);
  }
  SECTION("longer") {
    CHECK(output.take(90ms + 1ns, 50'000, 10'000).begin == kFixedBegin + 130ms + 1ns);
  }
}

TEST_CASE("a step back by more than its chunk begins a new time axis, too", "[stream]") {
  FixedOutput output;
  output.take(0ms, 0, 10'000);
  output.take(0ms, 10'000, 30'000);
  CHECK(output.take(1ms, 29'999, 10'000).begin == kFixedBegin + 80ms);
  CHECK(output.take(1ms, 30'000, 10'000).begin == kFixedBegin + 80ms + 1us);
}

TEST_CASE("a leap of media time begins a new time axis behind what still waits", "[stream]") {
  FixedOutput output;
  output.take(0ms, 0, 10'000);
  output.take(0ms, 10'000, 30'000);
  const std::int64_t leap = GENERATE(as<std::int64_t>{}, 540'001, -460'001, std::int64_t{1} << 60);
  CHECK(output.take(1ms, leap, 10'000).begin == kFixedBegin + 80ms);
}

}  // namespace
}  // namespace idn::stream
