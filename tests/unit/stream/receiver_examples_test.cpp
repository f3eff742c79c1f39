// SPDX-License-Identifier: MIT
// All 30 example datagrams of the fact sheet in order, and timestamps that wrap at 32 bits.
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

Bytes example(const char* name) {
  return vector_file(std::string("idn/") + name + ".hex");
}

/// Services as in example 04, without the relay, and an audio output for example 30.
stream::ReceiverConfig unit_of_the_examples() {
  auto config = example_config();
  config.host_name = "Beam-Left";
  return config;
}

TEST_CASE("the requests of the examples are answered as in the examples", "[stream]") {
  ReceiverFixture unit(unit_of_the_examples());
  CHECK(unit.feed(example("01-scan-request")) == example("02-scan-response"));
  CHECK(unit.feed(example("05-ping-request")) == example("06-ping-response"));
  CHECK(unit.feed(example("07-group-get-request")) == example("08-group-response"));
  const Bytes map = unit.feed(example("03-servicemap-request"));
  const Bytes expected = example("04-servicemap-response");
  REQUIRE(map.size() == 8 + 4 * 24);
  CHECK(std::equal(map.begin(), map.begin() + 6, expected.begin()));
  // The two laser services, which come after the relay in the example.
  CHECK(std::equal(map.begin() + 8, map.begin() + 8 + 48, expected.begin() + 8 + 24));
}

TEST_CASE("the answers among the examples are nothing for a receiver", "[stream]") {
  ReceiverFixture unit;
  for (const auto* name :
       {"02-scan-response", "04-servicemap-response", "06-ping-response", "08-group-response",
        "10-acknowledge-success", "16-acknowledge-close", "19-acknowledge-not-connected"})
    CHECK(unit.feed(example(name)).empty());
  CHECK(unit.receiver.stats().ignored == 7);
  CHECK(unit.journal.lines.empty());
}

TEST_CASE("the streams among the examples are received side by side without an error", "[stream]") {
  ReceiverFixture unit(unit_of_the_examples());
  const auto play = [&](std::uint16_t port, std::initializer_list<const char*> names) {
    for (const auto* name : names) unit.feed(example(name), Endpoint::ipv4(0xC0A8010A, port));
  };
  play(1, {"09-wave-open-config", "11-wave-next", "12-keepalive-void-message", "13-keepalive-empty-packet",
           "14-channel-close", "15-session-close-ackreq"});
  play(1, {"17-session-close", "18-session-abort"});  // without an open session
  play(2, {"20-frame-open-entire", "21-frame-first-fragment", "22-frame-sequel-middle", "23-frame-sequel-last",
           "24-frame-empty"});
  play(3, {"26-wave-xyrgbi-sdm2"});
  play(2, {"25-frame-close-combined"});
  play(4, {"28-dmx-discrete-dimmer-levels"});
  play(5, {"30-audio-open"});
  play(3, {"18-session-abort"});
  play(6, {"27-wave-ispdb25-full"});
  play(4, {"18-session-abort"});
  play(7, {"29-dmx-continuous-octet-segment"});

  std::vector<std::size_t> samples;
  for (const auto& chunk : unit.journal.chunks) samples.push_back(chunk.samples.size());
  CHECK(samples == std::vector<std::size_t>{20, 20, 5, 12, 0, 20, 20});
  CHECK(unit.journal.levels.size() == 1);
  CHECK(unit.journal.octets.size() == 1);
  CHECK(unit.journal.audio.size() == 1);
  CHECK(unit.receiver.session_count() == 3);
  for (const auto& packet : unit.journal.packets) {
    CHECK((packet.pipeline_events & ~wire::pipeline_event::kRouted) == 0);
    CHECK((packet.input_events & ~(wire::input_event::kNew | wire::input_event::kSequence |
                                   wire::input_event::kSequenceMissing)) == 0);
  }
}

TEST_CASE("a frame in fragments crosses the wrap of the timestamps", "[stream]") {
  ReceiverFixture unit(buffering_config());
  unit.ask(opening_frame(0xFFFF'FF00));
  Message first = frame(0xFFFF'FFFF, 3, 4000);
  first.type = wire::ChunkType::FrameFirst;
  CHECK(unit.ask(first).pipeline_events == 0);
  for (std::uint32_t n = 0; n < 2; ++n) {
    unit.advance(std::chrono::milliseconds(1));
    const auto answer = unit.ask(
        {.type = wire::ChunkType::FrameSequel, .timestamp = n, .data = Bytes(7), .last_fragment = n == 1});
    CHECK(answer.pipeline_events == 0);
    CHECK(answer.input_events == 0);
  }
  const auto answer = unit.ask(frame(0x0000'1000));
  CHECK(answer.input_events == 0);
  REQUIRE(unit.journal.chunks.size() == 3);
  CHECK(unit.journal.chunks[1].samples.size() == 5);
  CHECK(unit.journal.chunks[1].chunk.media_us == 0xFFFF'FFFFLL);
  CHECK(unit.journal.chunks[2].chunk.media_us == 0x1'0000'1000LL);
}

TEST_CASE("a wave crosses the wrap of the timestamps without an event", "[stream]") {
  ReceiverFixture unit(buffering_config());
  unit.ask(opening_wave(0xFFFF'FF00));
  for (std::uint32_t i = 1; i < 100; ++i) {
    unit.advance(std::chrono::milliseconds(1));
    const auto answer = unit.ask(wave(0xFFFF'FF00 + i * 1000));
    REQUIRE(answer.input_events == 0);
    REQUIRE(answer.pipeline_events == 0);
    REQUIRE(answer.latency_us == 40'000);
  }
  CHECK(unit.journal.chunks.back().chunk.media_us == 0xFFFF'FF00LL + 99'000);
}

}  // namespace
}  // namespace idn::test
