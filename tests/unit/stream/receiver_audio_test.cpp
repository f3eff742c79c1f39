// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using stream::ChunkContinuity;
using wire::ServiceMode;
using namespace wire::pipeline_event;

const Bytes kStereo = from_hex("61 02 00 00");

Message audio(std::uint32_t timestamp, std::size_t samples = 48, std::uint32_t duration_us = 1000) {
  Message message{.type = wire::ChunkType::AudioWave, .timestamp = timestamp, .data = Bytes(4 + 4 * samples)};
  ByteWriter out(message.data);
  wire::ChunkHeader{.config_match = 1, .duration_us = duration_us}.encode(out);
  return message;
}

Message opening_audio(std::uint32_t timestamp, ConstBytes dictionary = kStereo) {
  Message message = audio(timestamp);
  message.config = routing(ServiceMode::AudioContinuous);
  message.config->service_configuration = dictionary;
  return message;
}

TEST_CASE("the example of audio delivers its values and times", "[stream]") {
  ReceiverFixture unit;
  unit.feed(vector_file("idn/30-audio-open.hex"));
  CHECK(unit.journal.lines == std::vector<std::string>{"open 1", "route 1/12 service 9"});
  REQUIRE(unit.journal.audio.size() == 1);
  const auto& chunk = unit.journal.audio[0];
  CHECK(chunk.media_us == 11'000'000);
  CHECK(chunk.duration_us == 1000);
  CHECK(chunk.channels == 2);
  REQUIRE(chunk.values.size() == 96);
  CHECK(chunk.values[2] == 0x04140000);
  CHECK(chunk.values[3] == -0x04140000);
  CHECK(unit.journal.packets[0].samples == 48);
}

TEST_CASE("the datagram that closes its channel delivers what it carries", "[stream]") {
  ReceiverFixture unit;
  Message closing = opening_audio(0);
  closing.config->close = true;
  unit.tell(closing);
  CHECK(unit.journal.lines.back() == "close 1/0 closed at 0 ms");
  REQUIRE(unit.journal.audio.size() == 1);
  CHECK(unit.journal.audio[0].channels == 2);
  CHECK(unit.journal.audio[0].values.size() == 96);
}

TEST_CASE("audio is a gapless time axis, over the wrap of its timestamps as well", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_audio(0xFFFF'FF00));
  CHECK(unit.ask(audio(0xFFFF'FF00u + 1000)).pipeline_events == kRouted);
  CHECK(unit.ask(audio(0xFFFF'FF00u + 2000)).pipeline_events == 0);
  CHECK(unit.journal.audio[2].media_us == 0xFFFF'FF00LL + 2000);
  CHECK(unit.ask(audio(0xFFFF'FF00u + 4000)).pipeline_events == kContinuity);
  CHECK(unit.journal.audio[3].placement.continuity == ChunkContinuity::Gap);
  CHECK(unit.ask(audio(0xFFFF'FF00u + 4500)).pipeline_events == kContinuity);
  CHECK(unit.journal.audio.size() == 4);
}

TEST_CASE("audio chunks have whole samples, at least one, and a duration", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_audio(0));
  Message cut = audio(1000);
  cut.data.pop_back();
  CHECK(unit.ask(cut).pipeline_events == kPayload);
  CHECK(unit.ask(audio(1000, 0)).pipeline_events == kChunkTooShort);
  CHECK(unit.ask(audio(1000, 48, 0)).pipeline_events == kChunkTooShort);
  CHECK(unit.journal.audio.size() == 1);
}

TEST_CASE("an audio dictionary without meaning leaves the channel without decoder", "[stream]") {
  ReceiverFixture unit;
  const Bytes tags = from_hex(GENERATE("", "42 00 42 10", "61 06 00 00"));
  CHECK(unit.ask(opening_audio(0, tags)).pipeline_events == (kRouted | kConfiguration));
  CHECK(unit.journal.audio.empty());
}

TEST_CASE("the most channels that a message has room for are decoded", "[stream]") {
  ReceiverFixture unit;
  const Bytes tags = from_hex("80 FF 00 00");
  Message message = opening_audio(0, tags);
  message.data.resize(4 + 255 * 255);
  unit.tell(message);
  REQUIRE(unit.journal.audio.size() == 1);
  CHECK(unit.journal.audio[0].values.size() == 255 * 255);
}

TEST_CASE("laser chunks are not for an audio channel", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_audio(0));
  CHECK(unit.ask(wave(1000)).pipeline_events == kChunkType);
}

}  // namespace
}  // namespace idn::test
