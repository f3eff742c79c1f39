// SPDX-License-Identifier: MIT
// What the window's panels show of a stream.
#include "cli/units.hpp"
#include "support/catch.hpp"
#include "unit/viewer/timelines.hpp"
#include "viewer/model/instruments/dark_note.hpp"
#include "viewer/model/instruments/event_words.hpp"
#include "viewer/model/instruments/frame_times.hpp"
#include "viewer/model/instruments/offset_bars.hpp"
#include "viewer/model/instruments/recent.hpp"
#include "viewer/model/instruments/sample_rows.hpp"
#include "viewer/model/instruments/time_text.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

const StreamKey kKey{};

/// A wave datagram of 10 samples, which last 1 ms and are shown 5 ms after their arrival.
void arrive(Recording& recording, Duration arrival, Arrived facts = {}) {
  facts.carries_samples = true;
  facts.samples = 10;
  facts.timing = analysis::SampleDatagram{.arrival = arrival,
                                          .media = std::chrono::floor<std::chrono::microseconds>(arrival),
                                          .duration = 1ms,
                                          .samples = 10};
  facts.octets = 100;
  recording.apply({kKey, at(arrival), Shown{.samples = row(10), .begin = at(arrival + 5ms), .length = 1ms}});
  recording.apply({kKey, at(arrival), facts});
}

}  // namespace

TEST_CASE("darkness is told with its reason and how long it lasts", "[viewer]") {
  Timeline timeline;
  CHECK_FALSE(dark_note(timeline, at(0ms)));
  timeline.play_wave(at(10ms), 10ms, row(10));
  timeline.go_dark(at(15ms), DarkReason::LinkLost);
  CHECK_FALSE(dark_note(timeline, at(12ms)));
  CHECK(dark_note(timeline, at(18ms)) == DarkNote{DarkReason::LinkLost, 3ms, false});
  REQUIRE(dark_note(timeline, at(1215ms)));
  CHECK(to_string(*dark_note(timeline, at(1215ms))) == "dark for 1.2 s: link lost");
}

TEST_CASE("a gap too short to be seen is told for a while after it", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 10ms, row(10));
  for (int i = 0; i < 200; ++i) timeline.play_wave(at(12500us + i * 10ms), 10ms, row(10));
  CHECK(dark_note(timeline, at(11ms)) == DarkNote{DarkReason::Underrun, 1ms, false});
  REQUIRE(dark_note(timeline, at(13ms)));
  CHECK(dark_note(timeline, at(13ms)) == DarkNote{DarkReason::Underrun, 2500us, true});
  CHECK(dark_note(timeline, at(1012ms)));
  CHECK_FALSE(dark_note(timeline, at(1013ms)));
  CHECK(to_string(*dark_note(timeline, at(13ms))) == "was dark for 2.50 ms: underrun");
}

TEST_CASE("what has run out is an underrun since its end", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 10ms, row(10));
  CHECK(dark_note(timeline, at(14ms)) == DarkNote{DarkReason::Underrun, 4ms, false});
}

TEST_CASE("a network that is silent is no underrun, samples that come late are one", "[viewer]") {
  Recording recording;
  arrive(recording, 0ms);
  arrive(recording, 1ms);
  const Timeline& timeline = recording.streams().front()->timeline;
  CHECK(timeline.dark_at(at(201ms)) == DarkReason::Underrun);
  CHECK(timeline.dark_at(at(202ms)) == DarkReason::Silence);
  CHECK(to_string(*dark_note(timeline, at(307ms))) == "dark for 300.00 ms: nothing arrives");
  arrive(recording, 400ms);
  CHECK(timeline.dark_at(at(50ms)) == DarkReason::Silence);
  arrive(recording, 450ms);
  CHECK(timeline.dark_at(at(410ms)) == DarkReason::Underrun);
}

TEST_CASE("a link that is lost was silent until that was known", "[viewer]") {
  Recording recording;
  arrive(recording, 0ms);
  recording.apply({kKey, at(1s), WentDark{DarkReason::LinkLost}});
  arrive(recording, 3s);
  const Timeline& timeline = recording.streams().front()->timeline;
  CHECK(timeline.dark_at(at(500ms)) == DarkReason::Silence);
  CHECK(timeline.dark_at(at(2s)) == DarkReason::LinkLost);
}

TEST_CASE("a moment of a capture is told by the clock of this place", "[viewer]") {
  CHECK(wall_clock(1'700'000'000s + 250ms) == cli::time_of_day(1'700'000'000) + ".250");
  CHECK(wall_clock(1'700'000'000s) != wall_clock(1'700'003'661s));
}

TEST_CASE("instruments look back from where the picture is, not from the end", "[viewer]") {
  Recording recording;
  for (int i = 0; i < 100; ++i) arrive(recording, i * 1ms);
  const Stream& stream = *recording.streams().front();
  const Recent lately = recent(stream, at(49ms), 10ms);
  CHECK(lately.datagrams == 11);
  CHECK(lately.samples == 110);
  CHECK(lately.octets == 1100);
  CHECK(lately.span == 10ms);
  CHECK(lately.metrics.summary().expected == Micros(1000));
  CHECK(lately.metrics.histogram().count_at(1000us) == 10);
  CHECK(recent(stream, at(4ms), 10ms).span == 4ms);
  CHECK(recent(stream, at(-1ms), 10ms).datagrams == 0);
}

TEST_CASE("the buffer level is what an output has yet to show, and runs dry", "[viewer]") {
  Recording recording;
  arrive(recording, 0ms);
  arrive(recording, 1ms);
  const Stream& stream = *recording.streams().front();
  CHECK(stream.datagrams.back().buffer == 6ms);
  CHECK(recent(stream, at(1ms), 1s).buffer == 6ms);
  CHECK(recent(stream, at(4ms), 1s).buffer == 3ms);
  CHECK(recent(stream, at(20ms), 1s).buffer == 0ms);
}

TEST_CASE("losses, acknowledges and what they complain of are summed up", "[viewer]") {
  Recording recording;
  arrive(recording, 0ms, {.asks_acknowledge = true, .input_events = 0x0001});
  arrive(recording, 1ms, {.counts = {.lost = 3}, .input_events = 0x0040});
  arrive(recording, 2ms, {.asks_acknowledge = true, .counts = {.lost = 3}, .pipeline_events = 0x0010});
  const Recent lately = recent(*recording.streams().front(), at(2ms), 1s);
  CHECK(lately.lost == 3);
  CHECK(lately.acknowledges_asked == 2);
  CHECK(event_words(lately.input_events, lately.pipeline_events) ==
        "sequence number missing, service or mode unknown");
}

TEST_CASE("the sample under the mouse is the nearest of those that can be seen, as it is turned", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 10ms,
                     shown({{.x = 0}, {.x = 10'000}, {.x = 20'000}, {.x = -10'000}, {.x = 0, .y = 30'000}}));
  timeline.play_wave(at(10ms), 10ms, shown({{.x = 10'100}, {.x = 0}}));
  const Position place{0.31, 0};
  CHECK(nearest_sample(timeline, at(0ms), at(20ms), place, {}) == SampleIndex{1, 0});
  CHECK(nearest_sample(timeline, at(0ms), at(9ms), place, {}) == SampleIndex{0, 1});
  CHECK(nearest_sample(timeline, at(0ms), at(9ms), place, {.flip_x = true}) == SampleIndex{0, 3});
  CHECK_FALSE(nearest_sample(timeline, at(30ms), at(40ms), place, {}));
}

TEST_CASE("rows around a sample cross chunks and end with the time line", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 3ms, row(3));
  timeline.play_wave(at(3ms), 3ms, row(3, 3));
  const auto rows = rows_around(timeline, {1, 0}, 2, 9);
  REQUIRE(rows.size() == 5);
  CHECK(rows.front().sample.x == 1);
  CHECK(rows.front().time == at(1ms));
  CHECK_FALSE(rows[1].starts_datagram);
  CHECK(rows[2].index == SampleIndex{1, 0});
  CHECK(rows[2].starts_datagram);
  CHECK(rows.back().sample.x == 5);
}

TEST_CASE("the beam's sample is that of the moment, in a gap the one before", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 3ms, row(3));
  timeline.play_wave(at(10ms), 3ms, row(3));
  CHECK_FALSE(sample_at(timeline, at(-1ns)));
  CHECK(sample_at(timeline, at(1ms)) == SampleIndex{0, 1});
  CHECK(sample_at(timeline, at(5ms)) == SampleIndex{0, 2});
  CHECK(sample_at(timeline, at(12ms)) == SampleIndex{1, 2});
  CHECK(sample_at(timeline, at(1s)) == SampleIndex{1, 2});
}

TEST_CASE("quantiles of frame times are rounded up to a tenth of a millisecond", "[viewer]") {
  FrameTimes times;
  CHECK(times.quantile(0.99) == 0ms);
  for (int i = 0; i < 98; ++i) times.add(1050us);
  times.add(7ms);
  times.add(3s);
  CHECK(times.count() == 100);
  CHECK(times.quantile(0.5) == 1100us);
  CHECK(times.quantile(0.99) == 7100us);
  CHECK(times.quantile(1) == 1s);
  CHECK(times.max() == 3s);
}

TEST_CASE("the offsets of a wave are bars of 100 us, those on target marked", "[viewer]") {
  analysis::OffsetHistogram offsets;
  CHECK(offset_bars(offsets, Micros(1000)).bars.empty());
  for (int i = 0; i < 90; ++i) offsets.add(1010us);
  for (int i = 0; i < 5; ++i) offsets.add(450us);
  offsets.add(-20us);
  const OffsetBars drawn = offset_bars(offsets, Micros(1000));
  CHECK(drawn.width == Micros(100));
  REQUIRE(drawn.bars.size() == 25);
  CHECK(drawn.bars[10].count == 90);
  CHECK(drawn.bars[10].is_on_target);
  CHECK(drawn.bars[9].is_on_target);
  CHECK(drawn.bars[4].count == 5);
  CHECK_FALSE(drawn.bars[4].is_on_target);
  CHECK(drawn.bars[0].count == 1);
  CHECK(drawn.most() == 90);
  CHECK_FALSE(drawn.has_more);
  offsets.add(20ms);
  CHECK(offset_bars(offsets, Micros(1000)).has_more);
  CHECK(offset_bars(offsets, Micros(1000)).bars.back().count == 1);
}

TEST_CASE("the intervals of even frames are bars in the middle of the chart, on target", "[viewer]") {
  Recording recording;
  for (int i = 0; i < 50; ++i) {
    const Duration arrival = i * 40ms + (i % 2) * 30us;
    recording.apply(
        {kKey, at(arrival), Shown{.samples = row(10), .begin = at(arrival), .length = 10ms, .is_frame = true}});
    recording.apply({kKey, at(arrival),
                     Arrived{.timing = analysis::SampleDatagram{.arrival = arrival,
                                                                .media = std::chrono::microseconds(i * 40'000),
                                                                .duration = 10ms,
                                                                .samples = 10,
                                                                .is_frame = true},
                             .samples = 10,
                             .octets = 100,
                             .carries_samples = true}});
  }
  const Recent lately = recent(*recording.streams().front(), at(2s), 10s);
  CHECK(lately.is_of_frames);
  const OffsetBars drawn = offset_bars(lately.metrics.histogram(), lately.metrics.summary().expected);
  CHECK(drawn.width == Micros(2000));
  REQUIRE(drawn.bars.size() == 50);
  CHECK(drawn.bars[19].count + drawn.bars[20].count == 49);
  CHECK((drawn.bars[19].is_on_target && drawn.bars[20].is_on_target));
  CHECK_FALSE(drawn.has_more);
}

TEST_CASE("what follows the end of a source is no underrun, what ran dry before is", "[viewer]") {
  Timeline cut, dry;
  for (Timeline* timeline : {&cut, &dry}) timeline->play_wave(at(0ms), 10ms, row(10));
  CHECK_FALSE(dark_note(cut, at(10ms)));
  cut.end_at(at(5ms));
  dry.end_at(at(50ms));
  CHECK_FALSE(dark_note(cut, at(10ms)));
  CHECK_FALSE(dark_note(cut, at(30ms)));
  CHECK(dark_note(dry, at(30ms)) == DarkNote{DarkReason::Underrun, 20ms, false});
}
