// SPDX-License-Identifier: MIT
#include "idn_server/output/output_meter.hpp"

#include <random>

#include "stream/playout/fixed_playout.hpp"
#include "support/catch.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;
using analysis::ArrivedChunk;
using stream::PlayoutReport;
using stream::Timeliness;

constexpr TimePoint kMeterBegin{1000s};

PlayoutReport step(Duration arrival, Duration begin, Duration length,
                   Timeliness timeliness = Timeliness::OnTime) {
  return {.arrival = kMeterBegin + arrival,
          .begin = kMeterBegin + begin,
          .end = kMeterBegin + begin + length,
          .timeliness = timeliness};
}

stream::SampleChunk frame(Duration due, Duration length, bool once = false) {
  static const LaserSample kSamples[2]{};
  return {.arrival = kMeterBegin + due - 40ms,
          .playout = kMeterBegin + due,
          .mode = wire::ServiceMode::GraphicDiscrete,
          .duration_us = static_cast<std::uint32_t>(length / 1us),
          .once = once,
          .samples = length == 0ms ? std::span<const LaserSample>{} : std::span(kSamples)};
}

TEST_CASE("an output that gets everything in time has a level and no underrun", "[server]") {
  AdaptiveMeter meter;
  OutputFacts facts;
  for (int i = 0; i < 10; ++i) meter.add(step(i * 10ms, 40ms + i * 10ms, 10ms), false, facts);
  meter.add(step(105ms, 140ms, 10ms), false, facts);
  CHECK(facts.underruns() == 0);
  CHECK(facts.shown == 110ms);
  CHECK(facts.level.min == 35ms);
  CHECK(facts.level.max == 40ms);
  CHECK(facts.level.last == 35ms);
  CHECK(facts.latency.sum() == 435ms);
}

TEST_CASE("each dark time has its cause", "[server]") {
  AdaptiveMeter meter;
  OutputFacts facts;
  meter.add(step(0ms, 40ms, 10ms), false, facts);
  meter.add(step(20ms, 60ms, 10ms), true, facts);                     // 10 ms lost
  meter.add(step(30ms, 75ms, 10ms), false, facts);                    // 5 ms skipped by the timestamps
  meter.add(step(88ms, 85ms, 10ms, Timeliness::Late), false, facts);  // 3 ms late
  meter.add(step(110ms, 95ms, 10ms, Timeliness::Outdated), false, facts);
  meter.add(step(110ms, 105ms, 10ms, Timeliness::Late), false, facts);  // 15 ms late in all
  meter.stop(facts);
  CHECK(facts.underruns_lost == 1);
  CHECK(facts.underruns_gap == 1);
  CHECK(facts.underruns_late == 2);
  CHECK(facts.dark == 10ms + 5ms + 3ms + 15ms);
  CHECK(facts.longest_dark == 15ms);
  CHECK(facts.late_chunks == 3);
  CHECK(facts.late == 3ms + 10ms + 5ms);
  CHECK(facts.shown == 10ms + 10ms + 10ms + 7ms + 5ms);
}

TEST_CASE("rounding of microseconds and an axis that follows the sender are not dark", "[server]") {
  AdaptiveMeter meter;
  OutputFacts facts;
  meter.add(step(0ms, 40ms, 10ms), false, facts);
  meter.add(step(10ms, 50ms + 2us, 10ms), false, facts);
  PlayoutReport slower = step(20ms, 60ms + 102us, 10ms);
  slower.slewed = 100us;
  meter.add(slower, false, facts);
  meter.add(step(30ms, 70ms + 105us, 10ms), false, facts);
  meter.stop(facts);
  CHECK(facts.underruns() == 1);
  CHECK(facts.dark == 3us);
}

TEST_CASE("dark time that still lies ahead is gone when an overrun takes it away", "[server]") {
  AdaptiveMeter meter;
  OutputFacts facts;
  meter.add(step(0ms, 40ms, 10ms), false, facts);
  meter.add(step(10ms, 70ms, 10ms), true, facts);  // 20 ms lost, from 50 to 70 ms
  // An overrun keeps 40 ms before the next chunk; 20 to 55 ms are dropped, with 10 ms of light and 5 ms of
  // dark.
  PlayoutReport overrun = step(20ms, 60ms, 10ms);
  overrun.overrun = true;
  overrun.skipped = 35ms;
  meter.add(overrun, false, facts);
  meter.stop(facts);
  CHECK(facts.overruns == 1);
  CHECK(facts.level.max == 75ms);
  CHECK(facts.dark == 15ms + 15ms);
  CHECK(facts.overrun == 10ms);
  CHECK(facts.shown == 20ms);
}

TEST_CASE("after the output went dark on purpose nothing is missing", "[server]") {
  AdaptiveMeter meter;
  OutputFacts facts;
  meter.add(step(0ms, 40ms, 10ms), false, facts);
  meter.stop(facts);
  meter.add(step(5s, 5040ms, 10ms), false, facts);
  meter.stop(facts);
  CHECK(facts.underruns() == 0);
}

TEST_CASE("a frame is drawn until the next one is due, and to its end", "[server]") {
  FrameMeter meter;
  OutputFacts facts;
  meter.add(frame(0ms, 10ms), facts);
  meter.add(frame(35ms, 10ms), facts);  // begins at 40 ms, after four passes of the previous one
  CHECK(facts.frames_drawn == 1);
  CHECK(facts.frame_repeats == 3);
  meter.add(frame(38ms, 20ms), facts);  // replaces the queued one
  CHECK(facts.frames_skipped == 1);
  meter.add(frame(60ms, 10ms, true), facts);
  CHECK(facts.frames_drawn == 2);
  CHECK(facts.frame_repeats == 3);
  meter.add(frame(100ms, 10ms), facts);  // the previous frame was drawn once, from 60 to 70 ms
  CHECK(facts.frames_drawn == 3);
  CHECK(facts.dark == 30ms);
}

TEST_CASE("the frame before the dark is counted as well", "[server]") {
  FrameMeter meter;
  OutputFacts facts;
  meter.add(frame(0ms, 10ms), facts);
  meter.stop(kMeterBegin + 95ms, facts);
  CHECK(facts.frames_drawn == 1);
  CHECK(facts.frame_repeats == 9);
  CHECK(facts.shown == 100ms);
  meter.stop(kMeterBegin + 200ms, facts);
  CHECK(facts.frames_drawn == 1);
}

TEST_CASE("an empty frame draws nothing until the next", "[server]") {
  FrameMeter meter;
  OutputFacts facts;
  meter.add(frame(0ms, 0ms), facts);
  meter.add(frame(50ms, 10ms), facts);
  CHECK(facts.frames_drawn == 0);
  CHECK(facts.chunks == 2);
}

TEST_CASE("samples above the highest rate are thinned out", "[server]") {
  CHECK(thinned(100, 1ms, 0) == 0);
  CHECK(thinned(100, 1ms, 100'000) == 0);
  CHECK(thinned(100, 1ms, 52'000) == 48);
}

/// A stream with stalls, jitter and losses, in the order in which it was sent.
std::vector<ArrivedChunk> rough_stream(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<ArrivedChunk> stream;
  Duration now = 1000s;
  bool follows_loss = false;
  for (int i = 0; i < 3000; ++i) {
    const Duration sent = 1000s + i * 2ms;
    Duration delay = std::chrono::microseconds(random() % 3000);
    if (random() % 300 == 0)
      delay += std::chrono::milliseconds(random() % 120);  // a stall, which delays the following chunks too
    now = std::max(now, sent + delay);
    if (random() % 100 == 0) {
      follows_loss = true;
      continue;
    }
    stream.push_back({now, std::chrono::microseconds(i * 2000), 2000us, std::exchange(follows_loss, false)});
  }
  return stream;
}

TEST_CASE("where a fixed output places chunks in order is where the virtual receiver shows them", "[server]") {
  const auto seed = GENERATE(range(1u, 21u));
  const Duration buffer = GENERATE(10ms, 40ms);
  CAPTURE(seed, buffer.count());
  analysis::VirtualReceiver judge({.target = buffer, .capacity = 2 * buffer});
  stream::FixedPlayout output({.target_latency = buffer, .is_adaptive = false});
  AdaptiveMeter meter;
  OutputFacts facts;
  for (const ArrivedChunk& chunk : rough_stream(seed)) {
    judge.add(chunk);
    const auto playout = output.place({TimePoint(chunk.arrival), chunk.media.count(), chunk.duration.count()});
    meter.add({.arrival = TimePoint(chunk.arrival),
               .begin = playout.begin,
               .end = playout.begin + chunk.duration,
               .skipped = playout.skipped,
               .timeliness = playout.timeliness,
               .overrun = playout.overrun},
              chunk.follows_loss, facts);
  }
  judge.finish();
  meter.stop(facts);
  CHECK(facts.underruns() == judge.underruns().size());
  CHECK(facts.dark == judge.totals().dark);
  CHECK(facts.late == judge.totals().late);
  CHECK(facts.overruns == judge.overruns().size());
  CHECK(facts.overrun == judge.totals().overrun);
  CHECK(facts.shown == judge.totals().played);
  CHECK(facts.underruns() > 0);
}

TEST_CASE("a fixed output counts what the virtual receiver shows, underruns without end included", "[server]") {
  constexpr Duration kBuffer = 10ms;
  FixedMeter meter(kBuffer, 0, analysis::LateDatagramPolicy::Drop);
  analysis::VirtualReceiver judge({.target = kBuffer});
  OutputFacts facts;
  // Every other chunk is lost; every hundredth of the others is 3 ms late, after the next one.
  for (int i = 0; i < 20'000; ++i) {
    const int number = i % 100 == 50 ? i + 1 : i % 100 == 51 ? i - 1 : i;
    const bool is_late = i % 100 == 51;
    const PlayoutReport came{.arrival = kMeterBegin + i * 2ms + (is_late ? 1ms : 0ms),
                             .media_us = number * 2000,
                             .duration_us = 1000,
                             .is_late = is_late};
    meter.add(came, !is_late, facts);
    judge.add(
        {came.arrival.time_since_epoch(), std::chrono::microseconds(came.media_us), 1ms, !is_late, is_late});
  }
  meter.stop(facts);
  judge.finish();
  CHECK(judge.underruns().size() > 4 * analysis::VirtualReceiver::kLatest);
  CHECK(facts.chunks == 19'800);
  CHECK(facts.late_chunks == 200);
  CHECK(facts.late == 200ms);
  CHECK(facts.underruns_late == 200);
  CHECK(facts.underruns_lost == 20'000 - 1 - 200 - 200);
  CHECK(facts.dark == judge.totals().dark);
  CHECK(facts.shown == 19'800ms);
  CHECK(facts.underruns_late == judge.totals().underruns_late);
  CHECK(facts.underruns_lost == judge.totals().underruns_lost);
}

}  // namespace
}  // namespace idn::server
