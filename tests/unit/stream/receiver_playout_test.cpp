// SPDX-License-Identifier: MIT
// Playout times and events of a receiver whose outputs have buffers.
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;
using namespace wire::input_event;
constexpr auto kOpen = wire::ack_status::kOpenChannels;
constexpr auto kBuffered = wire::ack_status::kOutputBuffered;

struct BufferingUnit : ReceiverFixture {
  BufferingUnit() : ReceiverFixture(buffering_config()) {}
};

TEST_CASE("the acknowledge tells the time from arrival to output", "[stream]") {
  BufferingUnit unit;
  CHECK(unit.ask(opening_wave(0)).latency_us == 40'000);
  unit.advance(3ms);
  CHECK(unit.ask(wave(1000)).latency_us == 38'000);
  CHECK(unit.journal.chunks[1].chunk.playout == kStart + 41ms);
  CHECK(unit.ask(Message{.channel = 7, .timestamp = 2000}).latency_us == 0);
  CHECK(unit.ask_empty().latency_us == 0);
  CHECK(unit.ask(Message{.timestamp = 2000, .config = kClosing}).latency_us == 0);
}

TEST_CASE("outputs hold data until it is shown, after a close in good order as well", "[stream]") {
  BufferingUnit unit;
  CHECK(unit.ask(opening_wave(0)).status == (kOpen | kBuffered));
  SECTION("open") {
    unit.advance(41ms - 1ns);
    CHECK(unit.ask_empty().status == (kOpen | kBuffered));
    unit.advance(1ns);
    CHECK(unit.ask_empty().status == kOpen);
  }
  SECTION("channel closed") {
    CHECK(unit.ask(Message{.timestamp = 1000, .config = kClosing}).status == kBuffered);
    unit.advance(41ms);
    CHECK(unit.ask_empty().status == 0);
  }
  SECTION("connection closed") {
    CHECK(unit.ask_empty(wire::Command::RtCloseAckRequest).status == kBuffered);
    CHECK(unit.ask(Message{}).status == 0);
  }
  SECTION("rerouted: what was queued is given up") {
    CHECK(unit.ask(Message{.timestamp = 1000, .config = routing(wire::ServiceMode::GraphicDiscrete)}).status ==
          kOpen);
  }
}

TEST_CASE("fragments that wait for their frame are no output", "[stream]") {
  BufferingUnit unit;
  Message first = opening_frame(0);
  first.type = wire::ChunkType::FrameFirst;
  CHECK(unit.ask(first).status == kOpen);
  const Message last{.type = wire::ChunkType::FrameSequel, .timestamp = 1, .last_fragment = true};
  CHECK(unit.ask(last).status == (kOpen | kBuffered));
}

TEST_CASE("a wave chunk that comes late is played and reported", "[stream]") {
  BufferingUnit unit;
  unit.ask(opening_wave(0, 0));
  unit.advance(41ms + 500us);
  CHECK(unit.ask(wave(1000)).input_events == kLate);
  CHECK(unit.journal.chunks.size() == 2);
  CHECK(unit.journal.chunks[1].chunk.playout == kStart + 41ms);
}

TEST_CASE("a wave chunk whose time has passed is dropped and reported", "[stream]") {
  BufferingUnit unit;
  unit.ask(opening_wave(0));
  unit.advance(42ms);
  CHECK(unit.ask(wave(1000)).input_events == kTooOld);
  CHECK(unit.journal.chunks.size() == 1);
  CHECK(unit.journal.packets.back().took_data);
  CHECK(unit.journal.packets.back().samples == 0);
  CHECK(unit.ask(wave(2000)).input_events == 0);
  CHECK(unit.journal.chunks.size() == 2);
}

TEST_CASE("a frame that comes late is shown at once and not reported", "[stream]") {
  BufferingUnit unit;
  unit.ask(opening_frame(0));
  unit.advance(400ms);
  CHECK(unit.ask(frame(10'000)).input_events == 0);
  CHECK(unit.journal.chunks[1].chunk.playout == unit.now);
}

TEST_CASE("what is sent far ahead of its time overruns the output", "[stream]") {
  BufferingUnit unit;
  unit.ask(opening_wave(0));
  for (std::uint32_t i = 1; i <= 9; ++i)
    CHECK(unit.ask(wave(i * 100'000 - 99'000, 20, 100'000)).input_events == 0);
  CHECK(unit.ask(wave(901'000, 20, 100'000)).input_events == 0);
  CHECK(unit.ask(wave(1'001'000, 20, 100'000)).input_events == kOverrun);
}

TEST_CASE("a wave that restarts its clock is shown one latency later", "[stream]") {
  BufferingUnit unit;
  unit.ask(opening_wave(50'000'000));
  unit.advance(1ms);
  const auto answer = unit.ask(wave(1000));
  CHECK(answer.input_events == 0);
  CHECK(answer.pipeline_events == wire::pipeline_event::kContinuity);
  CHECK(answer.latency_us == 40'000);
}

TEST_CASE("timestamps that step back without harm are reported as disorder", "[stream]") {
  BufferingUnit unit;
  unit.ask(opening_wave(100'000, 1));
  Message other = opening_wave(99'000, 2);
  other.channel = 1;
  CHECK(unit.ask(other).input_events == kOrder);
  CHECK(unit.ask(Message{.timestamp = 99'500}).input_events == kOrder);
  CHECK(unit.ask(Message{.timestamp = 100'000}).input_events == 0);
  CHECK(unit.ask(wave(101'000)).input_events == 0);
  // An overlap within a channel is a discontinuity; a jump of a second begins a new time axis.
  CHECK(unit.ask(wave(101'500)).input_events == 0);
  CHECK(unit.ask(wave(100'900)).input_events == 0);
  CHECK(unit.ask(Message{.timestamp = 0x9000'0000}).input_events == 0);
}

TEST_CASE("the link quality is told once it is known", "[stream]") {
  BufferingUnit unit;
  CHECK(unit.ask(opening_wave(0)).link_quality == 0);
  for (std::uint32_t i = 1; i <= 10; ++i) {
    unit.advance(100ms);
    unit.tell(wave(i * 1000));
  }
  CHECK(unit.ask_empty().link_quality == 255);
  unit.next_sequence += 10;
  CHECK(unit.ask_empty().link_quality < 150);
}

stream::ReceiverConfig fixed_config(std::int64_t clock_error_ppb) {
  auto config = buffering_config();
  config.playout = stream::PlayoutConfig{.is_adaptive = false, .clock_error_ppb = clock_error_ppb};
  return config;
}

TEST_CASE("outputs that play too fast or too slowly are told by their latency", "[stream]") {
  struct Case {
    std::int64_t ppb;
    std::uint32_t latency_us;
  };
  // Latency after a second: 40 ms plus one second by the clock of the outputs, minus one second.
  const auto c = GENERATE(values<Case>({{0, 40'000}, {10'000'000, 29'702}, {-10'000'000, 50'505}}));
  ReceiverFixture unit(fixed_config(c.ppb));
  unit.ask(opening_wave(0));
  std::uint32_t latency = 0;
  for (std::uint32_t t = 1000; t <= 1'000'000; t += 9000) {
    unit.now = kStart + std::chrono::microseconds(t);
    latency = unit.ask(wave(t, 20, 9000)).latency_us;
  }
  CHECK(latency == c.latency_us);
}

TEST_CASE("an output of fixed length does not wait longer after something came late", "[stream]") {
  ReceiverFixture unit(fixed_config(0));
  unit.ask(opening_wave(0));
  unit.advance(41ms + 500us);
  CHECK(unit.ask(wave(1000)).input_events == kLate);
  CHECK(unit.ask(wave(2000)).latency_us == 500);
}

TEST_CASE("what a chunk finds at the output is told, also when it comes too late", "[stream]") {
  struct Steps : stream::ReceiverListener {
    std::vector<stream::PlayoutReport> all;
    void on_datagram(const stream::DatagramReport& report) override {
      if (report.output) all.push_back(*report.output);
    }
  } steps;
  stream::Receiver receiver(fixed_config(0), steps);
  const auto feed = [&](std::uint16_t sequence, const Message& message, Duration at) {
    receiver.on_datagram(packet(wire::Command::RtMessage, sequence, encode(message)), kClient, kStart + at);
  };
  feed(1, opening_wave(0), 0ms);
  feed(2, wave(1000), 45ms);
  REQUIRE(steps.all.size() == 2);
  CHECK(steps.all[0].begin == kStart + 40ms);
  CHECK(steps.all[0].end == kStart + 41ms);
  CHECK(steps.all[0].timeliness == stream::Timeliness::OnTime);
  CHECK(steps.all[1].begin == kStart + 41ms);
  CHECK(steps.all[1].timeliness == stream::Timeliness::Outdated);
}

/// Sends 0 to 4 ms of a wave; the datagram of 2 ms arrives after that of 3 ms, at `late_at`.
void send_with_a_late_one(ReceiverFixture& unit, const Message& late, Duration late_at = 3ms) {
  const auto send = [&](std::uint16_t index, const Message& message) {
    unit.next_sequence = static_cast<std::uint16_t>(100 + index);
    unit.tell(message);
  };
  send(0, opening_wave(0));
  unit.now = kStart + 1ms;
  send(1, wave(1000));
  unit.now = kStart + 3ms;
  send(3, wave(3000));
  unit.now = kStart + late_at;
  send(2, late);
  send(4, wave(4000));
}

stream::ReceiverConfig late_config(analysis::LateDatagramPolicy late) {
  auto config = fixed_config(0);
  config.late = late;
  return config;
}

constexpr std::uint16_t kNoDiscontinuity = 0;

TEST_CASE("a late datagram is dropped, and its samples are told as late", "[stream]") {
  ReceiverFixture unit(late_config(analysis::LateDatagramPolicy::Drop));
  send_with_a_late_one(unit, wave(2000));
  CHECK(unit.journal.chunks.size() == 4);
  const auto& late = unit.journal.packets.at(3);
  CHECK(late.sequence.order == ArrivalOrder::Late);
  CHECK_FALSE(late.took_data);
  CHECK(late.samples == 0);
  CHECK(late.late_samples == 20);
  CHECK(late.duration_us == 0);
  CHECK(late.input_events == wire::input_event::kSequence);
  CHECK(late.pipeline_events == kNoDiscontinuity);
}

TEST_CASE("a late datagram that is malformed or of another configuration has no effect", "[stream]") {
  const auto policy = GENERATE(analysis::LateDatagramPolicy::Drop, analysis::LateDatagramPolicy::Play);
  ReceiverFixture unit(late_config(policy));
  Message late = wave(2000);
  late.data = GENERATE(chunk(20, 1000, false, 2), chunk(20, 0));
  send_with_a_late_one(unit, late);
  CHECK(unit.journal.chunks.size() == 4);  // the channel keeps its configuration
  CHECK(unit.journal.packets.at(3).late_samples == 0);
  CHECK_FALSE(unit.journal.packets.at(3).took_data);
  if (policy == analysis::LateDatagramPolicy::Drop) CHECK(unit.journal.packets.at(3).pipeline_events == 0);
}

TEST_CASE("a receiver that plays late datagrams shows them in their place", "[stream]") {
  ReceiverFixture unit(late_config(analysis::LateDatagramPolicy::Play));
  Message late = wave(2000);
  late.config = kClosing;  // outdated and ignored, unlike the samples
  send_with_a_late_one(unit, late);
  REQUIRE(unit.journal.chunks.size() == 5);
  const auto& shown = unit.journal.chunks[3].chunk;
  CHECK(shown.media_us == 2000);
  CHECK(shown.playout == kStart + 42ms);
  CHECK(shown.arrival == kStart + 3ms);
  CHECK(shown.placement.continuity == stream::ChunkContinuity::Late);
  const auto& report = unit.journal.packets.at(3);
  CHECK(report.took_data);
  CHECK(report.samples == 20);
  CHECK(report.duration_us == 1000);
  CHECK(report.input_events == wire::input_event::kSequence);
  CHECK(report.pipeline_events == kNoDiscontinuity);
  // The timeline continues as without lateness.
  CHECK(unit.journal.chunks[4].chunk.playout == kStart + 44ms);
  CHECK(unit.journal.chunks[4].chunk.placement.continuity == stream::ChunkContinuity::Exact);
}

TEST_CASE("what comes late even for its place is not shown by a receiver that plays late datagrams",
          "[stream]") {
  ReceiverFixture unit(late_config(analysis::LateDatagramPolicy::Play));
  send_with_a_late_one(unit, wave(2000), 43ms);
  CHECK(unit.journal.chunks.size() == 4);
  CHECK(unit.journal.packets.at(3).late_samples == 20);
  CHECK(unit.journal.packets.at(3).input_events == (wire::input_event::kSequence | wire::input_event::kTooOld));
  CHECK(unit.journal.chunks[3].chunk.playout == kStart + 44ms);
}

TEST_CASE("a late frame is outdated, whatever the receiver does with late samples", "[stream]") {
  ReceiverFixture unit(late_config(analysis::LateDatagramPolicy::Play));
  unit.tell(opening_frame(0));
  unit.next_sequence = 102;
  unit.tell(frame(80'000));
  unit.next_sequence = 101;
  unit.tell(frame(40'000));
  CHECK(unit.journal.chunks.size() == 2);
}

TEST_CASE("without knowledge of the outputs nothing is late", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  unit.advance(900ms);
  const auto answer = unit.ask(wave(1000));
  CHECK(answer == wire::Acknowledge{.status = kOpen});
  CHECK(unit.journal.chunks[1].chunk.playout == unit.now);
}

}  // namespace
}  // namespace idn::test
