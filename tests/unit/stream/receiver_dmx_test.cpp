// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using Lines = std::vector<std::string>;
using wire::ChunkType;
using wire::ServiceMode;
using namespace wire::pipeline_event;

wire::ChannelConfig unconfigured(ServiceMode mode) {
  return {.routing = true, .mode = mode};
}

/// A receiver that gets octets of a DMX line; the first message opens the channel.
Message segment(std::uint8_t sequence, std::uint16_t offset, bool is_last, const Bytes& octets) {
  Message message{.type = ChunkType::OctetSegment, .data = Bytes(wire::OctetSegmentHeader::kSize)};
  ByteWriter out(message.data);
  wire::OctetSegmentHeader{0, is_last, sequence, offset}.encode(out);
  message.data.insert(message.data.end(), octets.begin(), octets.end());
  return message;
}

Message levels(const Bytes& octets) {
  Message message{.type = ChunkType::DimmerLevels, .data = Bytes(4)};
  message.data.insert(message.data.end(), octets.begin(), octets.end());
  return message;
}

struct DmxUnit : ReceiverFixture {
  void open(ServiceMode mode) { tell(Message{.config = unconfigured(mode)}); }

  /// The pipeline events that one message causes.
  std::uint16_t events(const Message& message) { return ask(message).pipeline_events & ~kRouted; }
};

TEST_CASE("the example of a DMX line is one complete packet", "[stream]") {
  ReceiverFixture unit;
  unit.feed(vector_file("idn/29-dmx-continuous-octet-segment.hex"));
  CHECK(unit.journal.lines == Lines{"open 1", "route 1/9 service 5"});
  REQUIRE(unit.journal.octets.size() == 1);
  const auto& [chunk, octets] = unit.journal.octets[0];
  CHECK(chunk.mode == ServiceMode::Dmx512Continuous);
  CHECK(chunk.media_us == 9'500'000);
  CHECK(chunk.offset == 0);
  CHECK(chunk.is_last);
  CHECK_FALSE(chunk.is_continuous);
  CHECK(octets == from_hex("00 FF 00 7F 01"));
}

TEST_CASE("the example of dimmer levels sets its five slots", "[stream]") {
  ReceiverFixture unit;
  unit.feed(vector_file("idn/28-dmx-discrete-dimmer-levels.hex"));
  CHECK(unit.journal.lines == Lines{"open 1", "route 1/8 service 5"});
  REQUIRE(unit.journal.levels.size() == 1);
  const auto& set = unit.journal.levels[0].levels;
  CHECK(set.is_set.count() == 5);
  CHECK(set.level[0] == 255);
  CHECK(set.level[101] == 20);
}

TEST_CASE("effects are octets for a laser service", "[stream]") {
  DmxUnit unit;
  SECTION("continuous") {
    unit.open(ServiceMode::EffectsContinuous);
    CHECK(unit.events(segment(0, 0, true, from_hex("00 11"))) == 0);
    REQUIRE(unit.journal.octets.size() == 1);
    CHECK(unit.journal.octets[0].chunk.mode == ServiceMode::EffectsContinuous);
  }
  SECTION("discrete") {
    unit.open(ServiceMode::EffectsDiscrete);
    CHECK(unit.events(levels(from_hex("11"))) == 0);
    REQUIRE(unit.journal.levels.size() == 1);
    CHECK(unit.journal.levels[0].mode == ServiceMode::EffectsDiscrete);
  }
  CHECK(unit.journal.lines == Lines{"open 1", "route 1/0 service 1"});
}

TEST_CASE("segments of a line follow each other over packets and the wrap of their number", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Continuous);
  CHECK(unit.events(segment(254, 0, false, from_hex("00 01"))) == 0);
  CHECK(unit.events(segment(254, 2, true, from_hex("02"))) == 0);
  CHECK(unit.events(segment(255, 0, true, from_hex("00"))) == 0);
  CHECK(unit.events(segment(0, 0, false, from_hex("00"))) == 0);
  REQUIRE(unit.journal.octets.size() == 4);
  CHECK_FALSE(unit.journal.octets[0].chunk.is_continuous);
  for (std::size_t i = 1; i < 4; ++i) CHECK(unit.journal.octets[i].chunk.is_continuous);
  CHECK(unit.journal.octets[1].chunk.offset == 2);
  CHECK(unit.journal.octets[1].octets == from_hex("02"));
}

TEST_CASE("a hole in a line drops everything until the next packet begins", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Continuous);
  unit.tell(segment(0, 0, false, from_hex("00 01")));
  SECTION("a missing segment") {
    CHECK(unit.events(segment(0, 5, false, from_hex("05"))) == kContinuity);
    CHECK(unit.events(segment(0, 2, true, from_hex("02"))) == kContinuity);
  }
  SECTION("a segment of another packet") {
    CHECK(unit.events(segment(1, 2, true, from_hex("02"))) == kContinuity);
  }
  CHECK(unit.journal.octets.size() == 1);
  CHECK(unit.events(segment(1, 0, true, from_hex("00"))) == kContinuity);
  REQUIRE(unit.journal.octets.size() == 2);
  CHECK_FALSE(unit.journal.octets[1].chunk.is_continuous);
  CHECK(unit.events(segment(2, 0, true, from_hex("00"))) == 0);
}

TEST_CASE("a lost packet of a line is a discontinuity, and the next one is taken", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Continuous);
  unit.tell(segment(0, 0, true, from_hex("00")));
  CHECK(unit.events(segment(2, 0, true, from_hex("00"))) == kContinuity);
  CHECK(unit.journal.octets.size() == 2);
}

TEST_CASE("a line that is joined in the middle of a packet waits for the next one", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Continuous);
  CHECK(unit.events(segment(7, 100, true, from_hex("01"))) == kContinuity);
  CHECK(unit.journal.octets.empty());
}

TEST_CASE("a DMX packet has a start code and at most 512 slots", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Continuous);
  CHECK(unit.events(segment(0, 0, false, Bytes(512))) == 0);
  CHECK(unit.events(segment(0, 512, true, Bytes(1))) == 0);
  CHECK(unit.events(segment(1, 0, false, Bytes(513))) == 0);
  CHECK(unit.events(segment(1, 513, true, Bytes(1))) == kRange);
  CHECK(unit.events(segment(2, 0, true, Bytes(514))) == (kContinuity | kRange));
  CHECK(unit.events(segment(3, 0, true, {})) == (kContinuity | kChunkTooShort));
  CHECK(unit.journal.octets.size() == 3);
}

TEST_CASE("a DMX line with a service configuration is ignored", "[stream]") {
  DmxUnit unit;
  const Bytes words(4);
  auto config = unconfigured(ServiceMode::Dmx512Continuous);
  config.service_configuration = words;
  CHECK(unit.events(Message{.config = config}) == kConfiguration);
  CHECK(unit.events(segment(0, 0, true, from_hex("00"))) == kConfiguration);
  CHECK(unit.journal.octets.empty());
}

TEST_CASE("levels replace the earlier ones of their channel", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Discrete);
  CHECK(unit.events(levels(from_hex("01 02 03"))) == 0);
  CHECK(unit.events(levels(from_hex("09"))) == 0);
  REQUIRE(unit.journal.levels.size() == 2);
  const auto& set = unit.journal.levels[1].levels;
  CHECK(set.is_set.count() == 1);
  CHECK(set.level[0] == 9);
  CHECK(set.level[1] == 0);
}

TEST_CASE("levels that do not fit their map are refused", "[stream]") {
  DmxUnit unit;
  const Bytes tags = from_hex("43 00 01 03");
  auto config = unconfigured(ServiceMode::Dmx512Discrete);
  config.service_configuration = tags;
  unit.tell(Message{.config = config});
  CHECK(unit.events(levels(from_hex("01 02"))) == kPayload);
  CHECK(unit.events(levels(from_hex("01 02 03 04"))) == kPayload);
  CHECK(unit.events(levels({})) == kChunkTooShort);
  unit.tell(Message{.config = unconfigured(ServiceMode::Dmx512Discrete)});
  CHECK(unit.events(levels(Bytes(513))) == kRange);
  CHECK(unit.journal.levels.empty());
}

TEST_CASE("an unusable map takes the channel's levels away", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Discrete);
  unit.tell(levels(from_hex("01")));
  const auto [tags, expected] = GENERATE(table<const char*, std::uint16_t>(
      {{"43 00 00 01", kConfiguration | kRange}, {"41 00 01 00", kConfiguration}}));
  const Bytes octets = from_hex(tags);
  auto config = unconfigured(ServiceMode::Dmx512Discrete);
  config.service_configuration = octets;
  CHECK(unit.events(Message{.config = config}) == expected);
  CHECK(unit.journal.lines.back() == "dark 1/0 configuration lost at 0 ms");
  CHECK(unit.events(levels(from_hex("01"))) == kConfiguration);
  CHECK(unit.journal.levels.size() == 1);
}

TEST_CASE("a single packet of another start code goes between the levels", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Discrete);
  Message string = levels(from_hex("17 41 42"));
  string.type = ChunkType::OctetString;
  CHECK(unit.events(string) == 0);
  REQUIRE(unit.journal.octets.size() == 1);
  CHECK(unit.journal.octets[0].octets == from_hex("17 41 42"));
  string.data[4] = std::byte{0};
  CHECK(unit.events(string) == kRange);
  string = levels(Bytes(514, std::byte{1}));
  string.type = ChunkType::OctetString;
  CHECK(unit.events(string) == kRange);
  CHECK(unit.journal.octets.size() == 1);
}

TEST_CASE("chunks without a whole header are payload errors", "[stream]") {
  DmxUnit unit;
  const auto [mode, type] =
      GENERATE(table<ServiceMode, ChunkType>({{ServiceMode::Dmx512Continuous, ChunkType::OctetSegment},
                                              {ServiceMode::Dmx512Discrete, ChunkType::DimmerLevels},
                                              {ServiceMode::EffectsDiscrete, ChunkType::OctetString}}));
  unit.open(mode);
  for (std::size_t size = 0; size < 4; ++size)
    CHECK(unit.events(Message{.type = type, .data = Bytes(size)}) == kPayload);
}

TEST_CASE("the end of a DMX channel takes its levels away", "[stream]") {
  DmxUnit unit;
  unit.open(ServiceMode::Dmx512Discrete);
  unit.tell(levels(from_hex("01")));
  unit.journal.take();
  unit.tell(Message{.config = kClosing});
  CHECK(unit.journal.take() == Lines{"dark 1/0 closed at 0 ms", "close 1/0 closed at 0 ms"});
}

}  // namespace
}  // namespace idn::test
