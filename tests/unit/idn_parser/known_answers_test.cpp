// SPDX-License-Identifier: MIT
// Captures with known faults: each is found, with its true size and time.
#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/report/text.hpp"
#include "sample_report.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

/// A wave stream of 1 ms chunks, with faults.
class WaveCapture {
 public:
  void send(Duration arrival, int i, std::int64_t first_timestamp_us = 0) {
    capture_.datagram(kStart + arrival, kClient, kServer, wave_datagram(i, first_timestamp_us));
  }
  void send_other(Duration arrival, const Octets& octets, const Endpoint& from = kClient,
                  const Endpoint& to = kServer) {
    capture_.datagram(kStart + arrival, from, to, octets);
  }
  void send_regular(int first, int last) {
    for (int i = first; i < last; ++i) send(i * 1ms, i);
  }
  Report report(const std::optional<PlaybackOptions>& playback = std::nullopt) const {
    const TemporaryFile file(capture_.octets());
    return analyse({.files = {file.path()}, .playback = playback});
  }

 private:
  CaptureBuilder capture_;
};

const StreamFacts& one_stream(const Report& report) {
  REQUIRE(report.streams.size() == 1);
  return report.streams.front();
}

const std::vector<OrderEvent>& order_events(const Report& report) {
  REQUIRE(report.connections.size() == 1);
  return report.connections.front().order_events.first();
}

}  // namespace

TEST_CASE("a stall of 7 ms is a burst of catch-up with its size and moment", "[parser]") {
  WaveCapture wave;
  for (int i = 0; i <= 1000; ++i)
    wave.send(i >= 500 && i <= 506 ? Duration(506ms + (i - 500) * 10us) : Duration(i * 1ms), i);
  const auto report = wave.report();
  const auto& bursts = one_stream(report).bursts;
  REQUIRE(bursts.bursts.count() == 1);
  const Burst& burst = bursts.bursts.first().front();
  CHECK(burst.cause == BurstCause::CatchUp);
  CHECK(burst.begin == kStart + 506ms);
  CHECK(burst.offset_before == 7ms);
  CHECK(burst.datagrams == 7);
  CHECK(burst.length == 60us);
  CHECK(one_stream(report).media_gaps.gaps.count() == 0);
}

TEST_CASE("every hundredth datagram lost is 1 % loss, gaps of 1 ms, each at its moment", "[parser]") {
  WaveCapture wave;
  for (int i = 0; i < 1000; ++i)
    if (i % 100 != 50) wave.send(i * 1ms, i);
  const auto report = wave.report();
  CHECK(report.connections.front().counts.numbers.lost == 10);
  CHECK(report.connections.front().counts.packets == 990);
  const auto& events = order_events(report);
  REQUIRE(events.size() == 10);
  CHECK(events[3].step.missing == 1);
  CHECK(events[3].at.time == kStart + 351ms);
  CHECK(events[3].at.packet_number == 348);
  const auto& gaps = one_stream(report).media_gaps;
  REQUIRE(gaps.gaps.count() == 10);
  CHECK(gaps.after_loss == 10);
  CHECK(gaps.total == 10ms);
  CHECK(gaps.largest == 1ms);
  CHECK(gaps.gaps.first()[3].at.time == kStart + 351ms);
}

TEST_CASE("a reordered pair is reordering, no loss, and no gap in media time", "[parser]") {
  WaveCapture wave;
  for (int i = 0; i < 600; ++i) wave.send(i * 1ms, i == 40 ? 41 : i == 41 ? 40 : i);
  const auto report = wave.report();
  const auto& counts = report.connections.front().counts;
  CHECK(counts.numbers.late == 1);
  CHECK(counts.numbers.lost == 0);
  CHECK(counts.numbers.duplicates == 0);
  const auto& events = order_events(report);
  REQUIRE(events.size() == 2);
  CHECK(events[0].step.order == ArrivalOrder::AfterLoss);
  CHECK(events[1].step.order == ArrivalOrder::Late);
  CHECK(events[1].at.time == kStart + 41ms);
  CHECK(events[1].sequence == 40);
  CHECK(one_stream(report).media_gaps.gaps.count() == 0);
  CHECK(one_stream(report).media_gaps.overlaps == 0);
}

TEST_CASE("a duplicate is counted with its moment and measured nowhere", "[parser]") {
  WaveCapture wave;
  wave.send_regular(0, 60);
  wave.send(59ms + 30us, 59);
  wave.send_regular(60, 100);
  const auto report = wave.report();
  CHECK(report.connections.front().counts.numbers.duplicates == 1);
  REQUIRE(order_events(report).size() == 1);
  CHECK(order_events(report)[0].at.time == kStart + 59ms + 30us);
  CHECK(order_events(report)[0].sequence == 59);
  CHECK(one_stream(report).summary.datagrams == 100);
  CHECK(one_stream(report).media_gaps.overlaps == 0);
}

TEST_CASE("media time that the sender left out is a gap without loss", "[parser]") {
  WaveCapture wave;
  wave.send_regular(0, 50);
  for (int i = 50; i < 100; ++i) wave.send(i * 1ms + 7ms, i, 7'000);
  const auto report = wave.report();
  const auto& media = one_stream(report).media_gaps;
  REQUIRE(media.gaps.count() == 1);
  CHECK(media.gaps.first()[0].length == 7ms);
  CHECK(media.gaps.first()[0].at.time == kStart + 57ms);
  CHECK_FALSE(media.gaps.first()[0].follows_loss);
  CHECK(media.after_loss == 0);
}

TEST_CASE("a sender that begins a new time axis is told from a gap and from a pause", "[parser]") {
  WaveCapture wave;
  wave.send_regular(0, 50);
  for (int i = 50; i < 99; ++i) wave.send(i * 1ms, i, 2'000'000);
  wave.send_other(99ms, datagram(99, {.timestamp_us = 2'099'000, .is_dark = true}));
  for (int i = 100; i < 150; ++i) wave.send(i * 1ms + 3s, i, 5'000'000);
  const auto report = wave.report();
  const auto& media = one_stream(report).media_gaps;
  CHECK(media.restarts == 1);
  CHECK(media.gaps.count() == 0);
  const auto& stream = one_stream(report);
  CHECK(stream.summary.axes == 2);
  REQUIRE(stream.pauses.count() == 1);
  CHECK(stream.pauses.first()[0].length == 3s);
  CHECK(stream.pauses.first()[0].at == kStart + 3100ms);
  const auto text = to_text(report);
  CHECK(contains(text, "  2 offsets left out: 1 for a new time axis, 1 for a pause\n"));
  CHECK(contains(text, "  1 pause behind a dark datagram, 3000.000 ms in all:"));
  CHECK(contains(text, "  2 time axes: 50 datagrams at 0.000000 s (start), 100 datagrams at 0.050000 s"));
}

TEST_CASE("a configuration that is missing for 400 ms is found with its size and moment", "[parser]") {
  WaveCapture wave;
  // Configurations at 0, 200 and 600 ms.
  for (int i = 0; i < 800; ++i)
    wave.send_other(i * 1ms, datagram(static_cast<std::uint16_t>(i),
                                      {.timestamp_us = i * 1000, .has_config = i % 200 == 0 && i != 400}));
  const auto report = wave.report();
  const auto& stream = one_stream(report);
  REQUIRE(stream.configuration_gaps.count() == 1);
  CHECK(stream.configuration_gaps.first()[0].length == 400ms);
  // The first chunk after 250 ms and the tolerance of 10 ms for the jitter of senders.
  CHECK(stream.configuration_gaps.first()[0].at.time == kStart + 461ms);
  CHECK(stream.largest_configuration_gap == 400ms);
  CHECK(texts_of(report.findings) ==
        std::vector<std::string>{
            "10.0.0.1:50000 channel 0: 1 time without configuration for more than 250 ms plus "
            "10 ms of tolerance (IDN-Stream, section 2.4: repeat it every 200 or 250 ms)"});
}

/// A chunk each millisecond for 800 ms, with a configuration in every `period`th.
std::uint64_t configuration_gaps_at(int period) {
  WaveCapture wave;
  for (int i = 0; i < 800; ++i)
    wave.send_other(i * 1ms, datagram(static_cast<std::uint16_t>(i),
                                      {.timestamp_us = i * 1000, .has_config = i % period == 0}));
  return one_stream(wave.report()).configuration_gaps.count();
}

TEST_CASE("a configuration every 250 ms is no finding, nor one that the sender's jitter delays", "[parser]") {
  CHECK(configuration_gaps_at(251) == 0);
  CHECK(configuration_gaps_at(254) == 0);
  CHECK(configuration_gaps_at(261) == 0);
  CHECK(configuration_gaps_at(262) == 3);
}

TEST_CASE("a timestamp that is off alone neither makes nor moves a missing configuration", "[parser]") {
  const auto gaps_of = [](int off, int next_configuration) {
    ConfigurationGaps gaps;
    gaps.add_configuration(0ms, 0ms);
    for (int i = 1; i < next_configuration; ++i)
      gaps.add_chunk(i * 1ms + (i == off ? 501ms : 0ms), {.time = i * 1ms});
    gaps.add_configuration(next_configuration * 1ms, next_configuration * 1ms);
    gaps.finish();
    return gaps.gaps();
  };
  CHECK(gaps_of(50, 200).count() == 0);
  CHECK(gaps_of(199, 200).count() == 0);
  const auto found = gaps_of(50, 400);
  REQUIRE(found.count() == 1);
  CHECK(found.first()[0].at.time == 261ms);
  CHECK(found.first()[0].length == 400ms);
}

TEST_CASE("a configuration that may be lost, or that comes in time by the clock, is not missing", "[parser]") {
  const auto gaps_of = [](int next_configuration, bool has_loss, int faster) {
    ConfigurationGaps gaps;
    gaps.add_configuration(0ms, 0ms);
    for (int i = 1; i < next_configuration; ++i) {
      if (has_loss && i == 250) gaps.note_loss();
      gaps.add_chunk(i * 1ms, {.time = i * 1ms / faster});
    }
    gaps.add_configuration(next_configuration * 1ms, next_configuration * 1ms / faster);
    gaps.finish();
    return gaps.gaps().count();
  };
  CHECK(gaps_of(505, false, 1) == 1);
  CHECK(gaps_of(505, true, 1) == 0);
  CHECK(gaps_of(530, true, 1) == 1);
  CHECK(gaps_of(400, false, 2) == 0);

  ConfigurationGaps gaps;  // chunks are passed on later than messages without one
  gaps.add_configuration(400ms, 400ms);
  gaps.add_configuration(10ms, 10ms);
  gaps.add_chunk(600ms, {.time = 600ms});
  gaps.finish();
  CHECK(gaps.gaps().count() == 0);
}

TEST_CASE("messages ahead of their timestamps are found with the largest lead and its moment", "[parser]") {
  WaveCapture wave;
  wave.send(0ms, 0);
  // 10 ms of samples at once, then in real time; later 2 ms more at once.
  for (int i = 1; i <= 10; ++i) wave.send(i * 1us, i);
  for (int i = 11; i < 100; ++i) wave.send((i - 10) * 1ms, i);
  for (int i = 100; i < 102; ++i) wave.send(89ms + (i - 99) * 1us, i);
  for (int i = 102; i < 200; ++i) wave.send((i - 12) * 1ms, i);
  const auto report = wave.report();
  const auto& ahead = one_stream(report).ahead;
  CHECK(ahead.messages.count() == 198);
  CHECK(ahead.messages.first()[0].at.packet_number == 3);
  CHECK(ahead.messages.first()[0].by == 2ms - 2us);
  CHECK(ahead.largest == 12ms);
  CHECK(ahead.largest_at->time == kStart + 90ms);
}

TEST_CASE("a sender that sends batches is told from one that catches up and one that runs ahead", "[parser]") {
  WaveCapture batches;
  for (int i = 0; i < 100; ++i) batches.send(i / 5 * 5ms + i % 5 * 20us, i);
  const auto batch_report = batches.report();
  CHECK(one_stream(batch_report).bursts.batches == 20);
  CHECK(one_stream(batch_report).bursts.longest == 5);

  WaveCapture ahead;
  ahead.send_regular(0, 50);
  ahead.send(49ms + 10us, 50);
  for (int i = 51; i < 100; ++i) ahead.send((i - 1) * 1ms, i);
  CHECK(one_stream(ahead.report()).bursts.ahead == 1);
}

TEST_CASE("the wrap of the 32-bit timestamp leaves no gap, no drift and no missing configuration", "[parser]") {
  WaveCapture wave;
  for (int i = 0; i < 500; ++i) wave.send(i * 1ms, i, 0xFFFF'FFFF - 250'000);
  const auto report = wave.report({{.buffer = {.target = 5ms}}});
  CHECK(report.findings.empty());
  const auto& stream = one_stream(report);
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{0});
  CHECK(stream.media_gaps.gaps.count() == 0);
  CHECK(stream.media_gaps.restarts == 0);
  CHECK(stream.ahead.messages.count() == 0);
  REQUIRE(stream.playback);
  CHECK(stream.playback->totals.underruns() == 0);
  CHECK(stream.playback->totals.played == 500ms);
}

TEST_CASE("acknowledges are matched with their requests: latency, quality, events and moments", "[parser]") {
  WaveCapture wave;
  const auto ack = [](std::uint16_t sequence, const char* content) {
    Octets octets(12);
    ByteWriter out(octets);
    wire::Acknowledge answer{.input_events = *content == 'e' ? wire::input_event::kLate : std::uint16_t{0},
                             .link_quality = 200,
                             .latency_us = 38'000};
    answer.encode(out);
    return packet(wire::Command::RtAcknowledge, sequence, octets);
  };
  for (std::uint16_t i = 0; i < 1000; ++i) {
    const bool asks = i % 10 == 0;
    const auto command = asks ? wire::Command::RtMessageAckRequest : wire::Command::RtMessage;
    wave.send_other(i * 1ms, datagram(i, {.timestamp_us = i * 1000, .has_config = i == 0}, command));
    // The acknowledge takes 100 us, and 1 us more each time; the last one is missing.
    if (asks && i < 990)
      wave.send_other(i * 1ms + 100us + i / 10 * 1us, ack(i, i == 50 ? "event" : "-"), kServer, kClient);
  }
  // An acknowledge without a request, and a duplicate.
  wave.send_other(1000ms, ack(1777, "-"), kServer, kClient);
  wave.send_other(1001ms, ack(80, "-"), kServer, kClient);
  const auto report = wave.report();
  const auto& acks = report.connections.front().acknowledges;
  CHECK(acks.requests == 100);
  CHECK(acks.answered == 99);
  CHECK(acks.unasked == 2);
  REQUIRE(acks.latency);
  CHECK(acks.latency->min == 100us);
  CHECK(acks.latency->p50 == 149us);
  CHECK_FALSE(acks.latency->p99);  // takes a thousand values
  CHECK(acks.latency->max == 198us);
  CHECK(acks.link_quality.min == 200);
  CHECK(acks.latency_field.mean == Near{38'000});
  REQUIRE(acks.events.count() == 1);
  CHECK(acks.events.first()[0].at.time == kStart + 50ms + 105us);
  CHECK(acks.input_events.counts()[10] == 1);
}

TEST_CASE("a second copy of an answer does not answer what has its number after the wrap", "[parser]") {
  Octets answer(12);
  answer[0] = std::byte{12};
  Acknowledges acknowledges;
  const auto at = [](int packet, std::uint32_t clock) {
    return capture::CapturePosition{.time = kStart + packet * 1ms, .clock = clock};
  };
  for (int packet = 0; packet < 3 * 65'536; packet += 100) {
    const auto number = static_cast<std::uint16_t>(packet);
    acknowledges.asked(number, at(packet, 0));
    acknowledges.answered(number, answer, at(packet, 0));
    acknowledges.answered(number, answer, at(packet, 1));
  }
  const auto facts = acknowledges.facts();
  CHECK(facts.answered == facts.requests);
  CHECK(facts.untimed == 0);
}

TEST_CASE("what a receiver would have told is counted: loss, a duplicate, samples too late", "[parser]") {
  WaveCapture wave;
  for (int i = 0; i < 300; ++i) {
    if (i == 100) continue;
    wave.send(i == 200 ? Duration(199ms + 500us) : Duration(i * 1ms), i == 200 ? 199 : i);
  }
  // A stall beyond the 40 ms of its buffer.
  for (int i = 300; i < 400; ++i) wave.send(i * 1ms + (i == 300 ? 60ms : 61ms), i);
  const auto report = wave.report();
  REQUIRE(report.connections.front().reception);
  const auto& events = report.connections.front().reception->input_events.counts();
  CHECK(events[0] == 1);                                        // new connection
  CHECK(events[6] == 2);                                        // 100 and 200 are missing
  CHECK(events[5] == 1);                                        // 199 came twice
  CHECK(events[11] > 0);                                        // dropped, too old
  CHECK(one_stream(report).pipeline_events.counts()[10] >= 2);  // discontinuous
}

TEST_CASE("a receiver that hears nothing for a second ends the session at its own time", "[parser]") {
  WaveCapture wave;
  wave.send_regular(0, 10);
  for (int i = 10; i < 20; ++i) wave.send(i * 1ms + 3s, i, 3'000'000);
  const auto report = wave.report();
  const auto& reception = *report.connections.front().reception;
  CHECK(reception.sessions == 2);
  REQUIRE(reception.ends.count() == 1);
  CHECK(reception.ends.first()[0].reason == stream::EndReason::LinkTimeout);
  CHECK(reception.ends.first()[0].time == kStart + 9ms + 1s);
}

TEST_CASE("frames are compared with the steps of their timestamps, not with their duration", "[parser]") {
  WaveCapture wave;
  // A frame of three fragments every 40 ms whose duration is 25 ms; frame 20 comes 3 ms late.
  std::uint16_t sequence = 0;
  for (int i = 0; i < 50; ++i) {
    const Duration arrival = i * 40ms + (i == 20 ? Duration(3ms) : Duration(0));
    const std::int64_t media = i * 40'000;
    wave.send_other(arrival, datagram(sequence++, {.type = wire::ChunkType::FrameFirst,
                                                   .timestamp_us = media,
                                                   .duration_us = 25'000,
                                                   .has_config = i % 5 == 0,
                                                   .mode = wire::ServiceMode::GraphicDiscrete}));
    for (int n = 1; n <= 2; ++n)
      wave.send_other(arrival + n * 30us, datagram(sequence++, {.type = wire::ChunkType::FrameSequel,
                                                                .timestamp_us = media + n,
                                                                .is_last_fragment = n == 2}));
  }
  const auto report = wave.report();
  const auto& stream = one_stream(report);
  CHECK(report.findings.empty());
  REQUIRE(stream.frames);
  CHECK(stream.frames->frames == 50);
  CHECK(stream.frames->period.count() == Near{40'000});
  CHECK(stream.frames->most_datagrams == 3);
  CHECK(stream.frames->largest_spread == 60us);
  CHECK(stream.summary.expected.count() == Near{40'000});
  CHECK(stream.summary.target->on_target_share == Near{47.0 / 49});
  CHECK(stream.frames->on_target_share.value() == Near{47.0 / 49});
  // Least squares: 3000 (20 - 24.5) / (40'000 * 50 (50^2 - 1) / 12), in ppm.
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{-32.41296518607443, 1e-9});
  CHECK(stream.summary.target->peak_period_jitter.count() == Near{3000});
  CHECK(stream.summary.datagrams == 50);
  CHECK(stream.histogram.total() == 49);
  CHECK(stream.bursts.bursts.count() == 0);
  // The figure shows the values of the table.
  CHECK(stream.distribution.back().deviation.count() == Near{3000});
  CHECK(stream.distribution.front().deviation.count() == Near{0});
}

namespace {

/// 25 frames per second, one datagram each. After frame 25 the sender pauses; a frame is lost.
WaveCapture paused_frames(bool keeps_alive) {
  WaveCapture wave;
  std::uint16_t sequence = 0;
  for (int i = 0; i < 50; ++i) {
    const int due = i + (i > 25 ? 75 : 0) + (i > 40 ? 1 : 0);
    wave.send_other(due * 40ms, datagram(sequence++, {.type = wire::ChunkType::Frame,
                                                      .timestamp_us = due * 40'000,
                                                      .duration_us = 25'000,
                                                      .has_config = true,
                                                      .mode = wire::ServiceMode::GraphicDiscrete}));
    for (int n = 1; keeps_alive && i == 25 && n < 8; ++n)
      wave.send_other(due * 40ms + n * 400ms, packet(wire::Command::RtMessage, sequence++));
  }
  return wave;
}

}  // namespace

TEST_CASE("a pause of a frame stream is a finding, and leaves the frame period alone", "[parser]") {
  const auto report = paused_frames(false).report();
  const auto& stream = one_stream(report);
  CHECK(texts_of(report.findings) ==
        std::vector<std::string>{"10.0.0.1:50000 channel 0: 1 link time-out between frames: nothing came for a "
                                 "second, so receivers go dark",
                                 "10.0.0.1:50000 channel 0: frames stood still 1 time: more than a second, and "
                                 "over three times their usual 40.000 ms, to the next one"});
  CHECK(stream.frames->period.count() == Near{40'000});
  CHECK(stream.summary.excluded.all() == 0);
  // The pause and the lost frame leave offsets of 3 s and 80 ms, which agree with the timestamps but are not
  // the period of the stream.
  CHECK(stream.summary.target->on_target_share == 1);
  CHECK(stream.frames->on_target_share.value() == Near{47.0 / 49});
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{0});
}

TEST_CASE("frames do not stand still behind an empty one, nor between waves and frames", "[parser]") {
  WaveCapture wave;
  wave.send_regular(0, 10);
  std::uint16_t sequence = 10;
  const auto frame_at = [&](Duration time, std::size_t samples) {
    wave.send_other(time, datagram(sequence++, {.type = wire::ChunkType::Frame,
                                                .timestamp_us = time / 1us,
                                                .duration_us = 25'000,
                                                .sample_octets = 7 * samples,
                                                .has_config = true,
                                                .mode = wire::ServiceMode::GraphicDiscrete}));
  };
  for (int i = 0; i < 10; ++i) frame_at(2s + i * 40ms, 100);
  frame_at(2400ms, 0);
  for (int i = 0; i < 10; ++i) frame_at(4s + i * 40ms, 100);
  const auto report = wave.report();
  REQUIRE(one_stream(report).frames);
  CHECK(one_stream(report).frames->stood_still == 0);
}

TEST_CASE("a frame that is kept alive, or whose sender left, is no link time-out", "[parser]") {
  const auto found = paused_frames(true).report().findings;
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == FindingKind::SenderHabit);  // empty packets keep the link only
  CHECK(found[1].kind == FindingKind::StoodStill);
  WaveCapture wave;
  const auto frame_at = [&](Duration time, std::uint16_t sequence) {
    wave.send_other(time, datagram(sequence, {.type = wire::ChunkType::Frame,
                                              .timestamp_us = time / 1us,
                                              .has_config = true,
                                              .mode = wire::ServiceMode::GraphicDiscrete}));
  };
  frame_at(0ms, 0);
  frame_at(40ms, 1);
  wave.send_other(41ms, packet(wire::Command::RtClose, 2));
  frame_at(5s, 3);
  wave.send_other(8s, packet(wire::Command::RtClose, 4));
  CHECK(wave.report().findings.empty());
}

TEST_CASE("the smallest buffer is confirmed by playing it, and 5 % less fails", "[parser]") {
  WaveCapture wave;
  for (int i = 0; i < 2000; ++i)
    wave.send(Duration(i * 1ms) + (i % 97 == 50 ? Duration(6ms + 789us) : Duration((i * 7919 % 211) * 1us)), i);
  const auto report = wave.report({{.buffer = {.target = 5ms}}});
  const auto& playback = *one_stream(report).playback;
  // With a buffer of 5 ms number 50 is late by 1.789 ms, and 20 others likewise; the buffer hides the lateness
  // of the rest.
  CHECK(playback.totals.underruns() == 21);
  CHECK(playback.underruns[0].cause == analysis::DarkCause::Late);
  CHECK(playback.smallest.buffer.target == 6ms + 789us);
  CHECK(playback.smallest.late == 0);
  CHECK(playback.smallest.overruns == 0);
  REQUIRE(playback.below);
  CHECK(playback.below->late >= 1);
  CHECK(playback.is_confirmed());
}
