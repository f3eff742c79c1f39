// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using wire::Command;
using wire::ServiceMode;

stream::ReceiverConfig undecoded_config() {
  auto config = buffering_config();
  config.decode_samples = false;
  return config;
}

/// A receiver that decodes and one that does not, which get the same datagrams.
struct Pair {
  ReceiverFixture decoding{buffering_config()};
  ReceiverFixture checking{undecoded_config()};

  void send(const Message& message, Duration pause = std::chrono::milliseconds(1)) {
    decoding.advance(pause);
    checking.advance(pause);
    const auto answer = decoding.ask(message);
    const auto other = checking.ask(message);
    CHECK(answer.result == other.result);
    CHECK(answer.status == other.status);
    CHECK(answer.input_events == other.input_events);
    CHECK(answer.pipeline_events == other.pipeline_events);
    CHECK(answer.latency_us == other.latency_us);
  }
  void close() {
    decoding.ask_empty(Command::RtCloseAckRequest);
    checking.ask_empty(Command::RtCloseAckRequest);
  }

  void check_both_tell_the_same() const {
    CHECK(decoding.journal.lines == checking.journal.lines);
    const auto& expected = decoding.journal.packets;
    const auto& found = checking.journal.packets;
    REQUIRE(expected.size() == found.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(found[i].took_data == expected[i].took_data);
      CHECK(found[i].duration_us == expected[i].duration_us);
      CHECK(found[i].samples == expected[i].samples);
      CHECK(found[i].input_events == expected[i].input_events);
      CHECK(found[i].pipeline_events == expected[i].pipeline_events);
    }
  }
};

Message undecoded_first_fragment(std::uint32_t timestamp) {
  return {.type = wire::ChunkType::FrameFirst, .timestamp = timestamp, .data = chunk(5, 4000)};
}

Message last_fragment(std::uint32_t number, std::size_t octets) {
  return {
      .type = wire::ChunkType::FrameSequel, .timestamp = number, .data = Bytes(octets), .last_fragment = true};
}

TEST_CASE("a receiver that decodes no samples tells everything else as one that does", "[stream]") {
  Pair pair;
  SECTION("waves: gaps, overlaps, a cut sample, an empty chunk, another configuration") {
    pair.send(opening_wave(0));
    for (std::uint32_t i = 1; i < 20; ++i) pair.send(wave(i * 1000));
    pair.send(wave(25'000));
    pair.send(wave(25'500));
    Message cut = wave(27'000);
    cut.data.pop_back();
    pair.send(cut);
    pair.send(wave(28'000, 0));
    pair.send(wave(29'000, 20, 0));
    pair.send(wave(30'000), std::chrono::milliseconds(90));
    Message other = wave(31'000);
    other.data = chunk(20, 1000, false, 2);
    pair.send(other);
    pair.send(wave(32'000));
  }
  SECTION("frames, one of them empty, and in fragments") {
    pair.send(opening_frame(0));
    pair.send(frame(16'000));
    pair.send(undecoded_first_fragment(32'000));
    pair.send(last_fragment(1, 70));
    pair.send(undecoded_first_fragment(48'000));
    pair.send(last_fragment(1, 71));
    pair.send(frame(64'000, 1));
    SECTION("an output that shows an empty frame is dark already") {
      pair.send(frame(80'000, 0));
    }
    SECTION("an output that shows a frame goes dark with its channel") {
      pair.send(frame(80'000, 5));
    }
  }
  SECTION("audio") {
    Message audio{.type = wire::ChunkType::AudioWave, .data = Bytes(4 + 4 * std::size_t{48})};
    ByteWriter out(audio.data);
    wire::ChunkHeader{.config_match = 1, .duration_us = 1000}.encode(out);
    Message opening = audio;
    opening.config = routing(ServiceMode::AudioContinuous);
    const Bytes stereo = from_hex("61 02 00 00");
    opening.config->service_configuration = stereo;
    pair.send(opening);
    audio.timestamp = 1000;
    pair.send(audio);
    CHECK(pair.checking.journal.packets.back().samples == 48);
  }
  pair.close();
  pair.check_both_tell_the_same();
  CHECK(pair.decoding.journal.chunks.size() + pair.decoding.journal.audio.size() > 0);
  CHECK(pair.checking.journal.chunks.empty());
  CHECK(pair.checking.journal.audio.empty());
}

}  // namespace
}  // namespace idn::test
