// SPDX-License-Identifier: MIT
#include "stream/receive/wave_timeline.hpp"

#include "support/catch.hpp"

namespace idn::stream {
namespace {

/// A timeline whose next chunk is expected at 11'000.
WaveTimeline started() {
  WaveTimeline timeline;
  timeline.place(10'000, 1000);
  return timeline;
}

TEST_CASE("the first wave chunk starts the timeline wherever it lies", "[stream]") {
  WaveTimeline timeline;
  CHECK(timeline.place(-5'000'000'000, 1000).continuity == ChunkContinuity::Start);
  CHECK(timeline.place(-4'999'999'000, 1000).continuity == ChunkContinuity::Exact);
}

TEST_CASE("two microseconds of rounding are continuous, three are not", "[stream]") {
  struct Case {
    std::int64_t gap;
    ChunkContinuity continuity;
  };
  const auto [gap, continuity] = GENERATE(values<Case>({{-3, ChunkContinuity::Overlap},
                                                        {-2, ChunkContinuity::Exact},
                                                        {0, ChunkContinuity::Exact},
                                                        {2, ChunkContinuity::Exact},
                                                        {3, ChunkContinuity::Gap},
                                                        {500'000, ChunkContinuity::Gap},
                                                        {500'001, ChunkContinuity::Restart},
                                                        {-1000, ChunkContinuity::Overlap},
                                                        {-1001, ChunkContinuity::Restart}}));
  CAPTURE(gap);
  WaveTimeline timeline = started();
  const WavePlacement placement = timeline.place(11'000 + gap, 1000);
  CHECK(placement.continuity == continuity);
  CHECK(placement.gap_us == gap);
  CHECK(placement.is_discontinuous() == (continuity != ChunkContinuity::Exact));
}

TEST_CASE("rounding does not add up over many chunks", "[stream]") {
  WaveTimeline timeline = started();
  std::int64_t media = 11'001;
  for (int i = 0; i < 10'000; ++i, media += 1001) REQUIRE(timeline.place(media, 1000).is_shown());
  CHECK(timeline.place(media, 1000).continuity == ChunkContinuity::Exact);
}

TEST_CASE("an overlapping chunk is not shown and leaves the timeline where it was", "[stream]") {
  WaveTimeline timeline = started();
  CHECK_FALSE(timeline.place(10'500, 1000).is_shown());
  CHECK(timeline.place(11'000, 1000).continuity == ChunkContinuity::Exact);
}

TEST_CASE("the third overlap in a row is a restart", "[stream]") {
  WaveTimeline timeline = started();
  CHECK(timeline.place(10'500, 1000).continuity == ChunkContinuity::Overlap);
  CHECK(timeline.place(10'600, 1000).continuity == ChunkContinuity::Overlap);
  CHECK(timeline.place(10'700, 1000).continuity == ChunkContinuity::Restart);
  CHECK(timeline.place(11'700, 1000).continuity == ChunkContinuity::Exact);
}

TEST_CASE("a good chunk forgives earlier overlaps", "[stream]") {
  WaveTimeline timeline = started();
  timeline.place(10'500, 1000);
  timeline.place(10'500, 1000);
  timeline.place(11'000, 1000);
  CHECK(timeline.place(11'500, 1000).continuity == ChunkContinuity::Overlap);
}

}  // namespace
}  // namespace idn::stream
