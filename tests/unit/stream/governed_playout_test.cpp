// SPDX-License-Identifier: MIT
#include "stream/playout/governed_playout.hpp"

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

/// An output that gets chunks of 1 ms without gaps, each with a given lateness.
struct GovernedOutput {
  GovernedPlayout playout{PlayoutConfig{.is_adaptive = false, .underrun_probability = 1e-4}};
  ClockOffset clock;
  std::int64_t media_us = 7'000'000;
  TimePoint sent{1000s};
  TimePoint end{};  ///< of the previous chunk
  Duration dark{};

  PlayoutTime take(Duration late) {
    const TimePoint arrival = sent + late;
    clock.observe(arrival, media_us);
    const PlayoutTime shown = playout.place({arrival, media_us, 1000}, clock);
    const TimePoint begin = std::max(shown.begin, arrival);
    const Duration gap = begin - end - shown.slewed;
    if (end != TimePoint{} && gap > 2us) dark += gap;  // smaller gaps are rounding
    end = std::max(begin, shown.begin + 1ms);
    media_us += 1000;
    sent += 1ms;
    return shown;
  }
  Duration latency(const PlayoutTime& shown, Duration late) const {
    return shown.begin - (sent - 1ms + late) + late;
  }
};

TEST_CASE("a governed output begins with the target and comes down to what is needed without dark",
          "[stream]") {
  GovernedOutput output;
  CHECK(output.latency(output.take(0ms), 0ms) == 40ms);
  PlayoutTime shown;
  for (int i = 0; i < 30'000; ++i) shown = output.take(i % 3 * 1ms);
  shown = output.take(0ms);
  CHECK(output.latency(shown, 0ms) >= 2ms);
  CHECK(output.latency(shown, 0ms) < 2100us);
  CHECK(output.dark == 0ms);
}

TEST_CASE("a governed output plays at most 1 % faster while its buffer shrinks", "[stream]") {
  GovernedOutput output;
  Duration fastest{}, slowest{};
  for (int i = 0; i < 30'000; ++i) {
    const PlayoutTime shown = output.take(0ms);
    fastest = std::min(fastest, shown.slewed);
    slowest = std::max(slowest, shown.slewed);
  }
  CHECK(fastest == -10us);
  CHECK(slowest <= 10us);
}

TEST_CASE("a governed output that missed two chunks waits as long as they were late, and is dark once",
          "[stream]") {
  GovernedOutput output;
  for (int i = 0; i < 30'000; ++i) output.take(i % 3 * 1ms);
  CHECK(output.dark == 0ms);
  CHECK(output.take(30ms).timeliness == Timeliness::Outdated);
  const PlayoutTime second = output.take(29ms);
  CHECK(second.timeliness == Timeliness::Late);
  CHECK(output.latency(second, 29ms) == 30ms);
  const Duration dark = output.dark;
  CHECK(dark > 27ms);
  for (int late = 28; late > 0; --late) CHECK(output.take(late * 1ms).timeliness == Timeliness::OnTime);
  CHECK(output.dark == dark);
}

TEST_CASE("a governed output follows a sender whose clock is wrong", "[stream]") {
  const std::int64_t drift = GENERATE(-100, 100);  // parts per million
  GovernedOutput output;
  PlayoutTime shown;
  for (int i = 0; i < 200'000; ++i) shown = output.take(i * Duration(drift));
  CHECK(output.dark == 0ms);
  CHECK(shown.begin - (output.sent - 1ms + 199'999 * Duration(drift)) < 1ms);
}

TEST_CASE("a governed output shortens its buffer at once in the dark", "[stream]") {
  GovernedOutput output;
  for (int i = 0; i < 1000; ++i) output.take(0ms);
  output.sent += 200ms;
  output.media_us += 200'000;
  CHECK(output.latency(output.take(0ms), 0ms) < 100us);
}

TEST_CASE("a leap of media time does not reach the governor", "[stream]") {
  const std::int64_t leap = GENERATE(as<std::int64_t>{}, -3'600'000'000, 3'600'000'000);
  GovernedOutput output;
  for (int i = 0; i < 30'000; ++i) output.take(i % 3 * 1ms);
  output.media_us += leap;
  output.take(0ms);
  const PlayoutTime shown = output.take(0ms);
  CHECK(output.latency(shown, 0ms) >= 2ms);
  CHECK(output.latency(shown, 0ms) < 2100us);
}

TEST_CASE("what came after later chunks keeps its place and does not move the others", "[stream]") {
  GovernedOutput output;
  for (int i = 0; i < 1000; ++i) output.take(0ms);
  const TimePoint held = output.playout.held_until();
  const PlayoutTime late =
      output.playout.place({output.sent, output.media_us - 5000, 1000, true}, output.clock);
  CHECK(late.begin == held - 5ms);
  CHECK(output.playout.held_until() == held);
}

}  // namespace
}  // namespace idn::stream
