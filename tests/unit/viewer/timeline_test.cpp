// SPDX-License-Identifier: MIT
#include "viewer/model/timeline.hpp"

#include "support/catch.hpp"
#include "unit/viewer/timelines.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

TEST_CASE("samples of a chunk are spread evenly over its length", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(1ms), 100us, row(10));
  const Chunk& chunk = timeline.chunks().front();
  CHECK(chunk.time_of(0) == at(1ms));
  CHECK(chunk.time_of(3) == at(1030us));
  CHECK(chunk.index_at(at(1029999ns)) == 2);
  CHECK(chunk.index_at(at(1030us)) == 3);
  CHECK(chunk.index_at(at(0ms)) == 0);
  CHECK(chunk.index_at(at(5ms)) == 9);
}

TEST_CASE("chunks a rounding apart follow one another without a gap", "[viewer]") {
  for (const Duration off : {-7us, 0us, 7us}) {
    Timeline timeline;
    timeline.play_wave(at(0ms), 1ms, row(100));
    timeline.play_wave(at(1ms) + off, 1ms, row(100));
    REQUIRE(timeline.chunks().size() == 2);
    CHECK(timeline.chunks()[0].end() == timeline.chunks()[1].begin);
    CHECK(timeline.darks().empty());
  }
}

TEST_CASE("a chunk that comes later leaves an underrun", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 1ms, row(100));
  timeline.play_wave(at(4ms), 1ms, row(100));
  CHECK_FALSE(timeline.dark_at(at(999us)));
  CHECK(timeline.dark_at(at(1ms)) == DarkReason::Underrun);
  CHECK(timeline.dark_at(at(3999us)) == DarkReason::Underrun);
  CHECK_FALSE(timeline.dark_at(at(4ms)));
}

TEST_CASE("what is not there yet at the end is an underrun as well", "[viewer]") {
  Timeline timeline;
  CHECK_FALSE(timeline.dark_at(at(0ms)));
  timeline.play_wave(at(0ms), 1ms, row(100));
  CHECK(timeline.dark_at(at(1ms)) == DarkReason::Underrun);
}

TEST_CASE("samples that should have been shown earlier are cut off and counted", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 1ms, row(100));
  timeline.play_wave(at(500us), 1ms, row(100, 1000));
  REQUIRE(timeline.chunks().size() == 2);
  const Chunk& late = timeline.chunks()[1];
  CHECK(late.begin == at(1ms));
  CHECK(late.end() == at(1500us));
  CHECK(late.samples().front().x == 1050);
  CHECK(timeline.outdated() == 50);
  timeline.play_wave(at(100us), 1ms, row(100));
  CHECK(timeline.chunks().size() == 2);
  CHECK(timeline.outdated() == 150);
}

TEST_CASE("a frame is repeated until another one comes, which waits for its end", "[viewer]") {
  Timeline timeline;
  timeline.play_frame(at(0ms), 10ms, row(1000));
  timeline.play_frame(at(25ms), 10ms, row(1000));
  const auto& chunks = timeline.chunks();
  REQUIRE(chunks.size() == 4);
  CHECK_FALSE(chunks[0].is_repeat);
  CHECK(chunks[1].is_repeat);
  CHECK(chunks[2].is_repeat);
  CHECK_FALSE(chunks[3].is_repeat);
  CHECK(chunks[3].begin == chunks[2].end());
  CHECK(chunks[3].begin >= at(25ms));
  CHECK(chunks[2].begin < at(25ms));
}

TEST_CASE("the beam returns to the start of a frame in the dark", "[viewer]") {
  Timeline timeline;
  timeline.play_frame(at(0ms), 10ms, shown({{.x = -20000, .r = 1}, {.x = 20000, .r = 1}}));
  timeline.extend(at(15ms));
  REQUIRE(timeline.chunks().size() >= 2);
  const auto samples = timeline.chunks()[1].samples();
  REQUIRE(samples.size() > 2);
  CHECK(std::ranges::all_of(samples.first(samples.size() - 2), &LaserSample::is_dark));
  CHECK(samples.back().x == 20000);
  // The duration of a sample is the same as before.
  CHECK(timeline.chunks()[1].length / static_cast<std::int64_t>(samples.size()) == 5ms);
}

TEST_CASE("a frame that is drawn once is not repeated", "[viewer]") {
  Timeline timeline;
  timeline.play_frame(at(0ms), 10ms, row(100), true);
  timeline.extend(at(50ms));
  CHECK(timeline.chunks().size() == 1);
  CHECK(timeline.dark_at(at(20ms)) == DarkReason::Underrun);
}

TEST_CASE("the empty frame is dark for that reason", "[viewer]") {
  Timeline timeline;
  timeline.play_frame(at(0ms), 10ms, row(100));
  timeline.play_frame(at(30ms), 10ms, shown({}));
  timeline.extend(at(60ms));
  CHECK(timeline.end() <= at(30ms));
  CHECK(timeline.dark_at(at(40ms)) == DarkReason::EmptyFrame);
  timeline.play_frame(at(60ms), 10ms, row(100));
  CHECK_FALSE(timeline.dark_at(at(65ms)));
}

TEST_CASE("frames of a source that fell silent end", "[viewer]") {
  Timeline timeline;
  timeline.play_frame(at(0ms), 10ms, row(100));
  timeline.heard(at(0s));
  timeline.extend(at(1h));
  CHECK(timeline.end() < at(1020ms));
}

TEST_CASE("the shortest frame makes no endless list", "[viewer]") {
  Timeline timeline;
  timeline.play_frame(at(0ms), 1ns, row(2));
  timeline.extend(at(1s));
  CHECK(timeline.chunks().size() <= 1001);
  CHECK(timeline.end() >= at(1s));
}

TEST_CASE("closing in good order shows what is there, anything else is dark at once", "[viewer]") {
  Timeline closed;
  closed.play_wave(at(0ms), 10ms, row(1000));
  closed.go_dark(at(5ms), DarkReason::Closed);
  CHECK(closed.end() == at(10ms));
  CHECK(closed.dark_at(at(10ms)) == DarkReason::Closed);
  CHECK(closed.dark_at(at(1h)) == DarkReason::Closed);

  Timeline lost;
  lost.play_wave(at(0ms), 10ms, row(1000));
  lost.play_wave(at(10ms), 10ms, row(1000));
  lost.go_dark(at(5ms), DarkReason::LinkLost);
  CHECK(lost.chunks().size() == 1);
  CHECK(lost.end() == at(5ms));
  CHECK(lost.dark_at(at(5ms)) == DarkReason::LinkLost);
}

TEST_CASE("after darkness a chunk begins when it says, and darkness ends there", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 10ms, row(1000));
  timeline.go_dark(at(5ms), DarkReason::Aborted);
  timeline.play_wave(at(20ms), 10ms, row(1000));
  CHECK(timeline.chunks()[1].begin == at(20ms));
  CHECK(timeline.dark_at(at(19ms)) == DarkReason::Aborted);
  CHECK_FALSE(timeline.dark_at(at(20ms)));
}

TEST_CASE("the oldest is forgotten beyond a length, a number of samples or of chunks", "[viewer]") {
  const auto kept = [](const TimelineLimits& limits) {
    Timeline timeline(limits);
    for (int i = 0; i < 100; ++i) timeline.play_wave(at(i * 1ms), 1ms, row(10));
    CHECK(timeline.end() == at(100ms));
    CHECK(timeline.samples() == 1000);
    return timeline.chunks().size();
  };
  CHECK(kept({}) == 100);
  CHECK(kept({.length = 20ms}) == 21);
  CHECK(kept({.samples = 305}) == 30);
  CHECK(kept({.chunks = 7}) == 7);
}

TEST_CASE("darkness that is asked for again and again is one, and begins with the first", "[viewer]") {
  Timeline timeline({.chunks = 10});
  timeline.play_frame(at(0ms), 10ms, row(10));
  for (int i = 2; i < 100; ++i) timeline.play_frame(at(i * 10ms), 0ms, row(0));
  REQUIRE(timeline.darks().size() == 1);
  CHECK(timeline.darks().front().begin == at(20ms));
  for (int i = 100; i < 200; ++i)
    timeline.go_dark(at(i * 10ms), i % 2 == 0 ? DarkReason::LinkLost : DarkReason::EmptyFrame);
  CHECK(timeline.darks().size() == 10);
}

TEST_CASE("the shortest frames count as what they take when they are repeated", "[viewer]") {
  Timeline timeline({.samples = 10'000});
  for (int i = 0; i < 100; ++i) timeline.play_frame(at(i * 1ms), 1us, row(2));
  std::size_t held = 0;
  for (const auto& chunk : timeline.chunks()) held += chunk.data->values.size();
  CHECK(timeline.has_forgotten());
  CHECK(held <= 10'000);
  CHECK(timeline.kept() <= 10'000);
}

TEST_CASE("each end of a stream has its word", "[viewer]") {
  using stream::EndReason;
  CHECK(dark_reason(EndReason::Closed) == DarkReason::Closed);
  CHECK(dark_reason(EndReason::Aborted) == DarkReason::Aborted);
  CHECK(dark_reason(EndReason::LinkTimeout) == DarkReason::LinkLost);
  CHECK(dark_reason(EndReason::SessionTimeout) == DarkReason::LinkLost);
  CHECK(dark_reason(EndReason::ConfigurationLost) == DarkReason::ConfigurationLost);
  CHECK(dark_reason(EndReason::GroupExcluded) == DarkReason::Rerouted);
  CHECK(to_string(DarkReason::Underrun) == "underrun");
  CHECK(to_string(DarkReason::LinkLost) == "link lost");
}
