// SPDX-License-Identifier: MIT
// The messages of section 5.1 in their order, with the acknowledges of the specification. Comments say where
// those measured on the OpenIDN receiver differ.
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using wire::AckResult;
using wire::ChunkType;
using wire::Command;
using wire::ServiceMode;
using namespace wire::input_event;
using namespace wire::pipeline_event;
constexpr auto kOpenChannels = wire::ack_status::kOpenChannels;

wire::Acknowledge answer(std::uint16_t input, std::uint16_t pipeline, std::uint8_t status,
                         AckResult result = AckResult::Accepted) {
  return {.result = result, .input_events = input, .pipeline_events = pipeline, .status = status};
}

Bytes acknowledge_example(const char* name) {
  return vector_file(std::string("idn/") + name + ".hex");
}

Message with_config(Message message, wire::ChannelConfig config) {
  message.config = config;
  return message;
}

TEST_CASE("the example connection is acknowledged as in the examples", "[stream]") {
  ReceiverFixture unit;
  CHECK(unit.feed(acknowledge_example("09-wave-open-config")) == acknowledge_example("10-acknowledge-success"));
  CHECK(unit.ask_raw(acknowledge_example("11-wave-next")) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("12-keepalive-void-message")) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("13-keepalive-empty-packet")) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("14-channel-close")) == answer(0, kClosed, 0));
  CHECK(unit.feed(acknowledge_example("15-session-close-ackreq")) ==
        acknowledge_example("16-acknowledge-close"));
  const Bytes unconnected = from_hex("45 00 00 6C");
  CHECK(unit.feed(unconnected) == acknowledge_example("19-acknowledge-not-connected"));
}

TEST_CASE("the example frames are acknowledged without errors", "[stream]") {
  ReceiverFixture unit;
  CHECK(unit.ask_raw(acknowledge_example("20-frame-open-entire")) == answer(kNew, kRouted, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("21-frame-first-fragment")) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("22-frame-sequel-middle")) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("23-frame-sequel-last")) == answer(0, 0, kOpenChannels));
  // OpenIDN refuses the legal empty frame (MCLErr).
  CHECK(unit.ask_raw(acknowledge_example("24-frame-empty")) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask_raw(acknowledge_example("25-frame-close-combined")) == answer(0, kClosed, 0));
  CHECK(unit.receiver.session_count() == 0);
}

TEST_CASE("a ping between packets may have the number between theirs", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.feed(packet(Command::PingRequest, 101));
  unit.next_sequence = 102;
  CHECK(unit.ask(wave(1000)).input_events == wire::input_event::kNew);
  unit.feed(packet(Command::PingRequest, 103), Endpoint::ipv4(9, 9));
  unit.next_sequence = 104;
  CHECK(unit.ask(wave(2000)).input_events ==
        (wire::input_event::kSequence | wire::input_event::kSequenceMissing));
}

TEST_CASE("a plain close and an abort get no reply", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  const auto* name = GENERATE("17-session-close", "18-session-abort");
  CHECK(unit.feed(acknowledge_example(name)).empty());
  CHECK(unit.receiver.session_count() == 0);
}

TEST_CASE("data for a channel that is not routed is reported", "[stream]") {
  ReceiverFixture unit;
  // OpenIDN does not set CCErr.
  CHECK(unit.ask(wave(0)) == answer(kNew | kChannelClosed, kClosed, 0));
  CHECK(unit.ask(Message{.timestamp = 5}) == answer(0, kClosed, 0));
}

TEST_CASE("a payload of impossible size is refused and opens no connection", "[stream]") {
  ReceiverFixture unit;
  const auto* datagram = GENERATE("41 00 00 01 00 0C 80 00 00 00 00 00",  // totalSize beyond the datagram
                                  "41 00 00 01 00 07 80 00 00 00 00 00",  // totalSize below the header
                                  "41 00 00 01 00 08 80 00 00 00 00",     // shorter than a header
                                  "41 00 00 01 00");
  CHECK(unit.ask_raw(from_hex(datagram)) == answer(0, 0, 0, AckResult::InvalidPayload));
  CHECK(unit.receiver.session_count() == 0);
  CHECK(unit.receiver.stats().malformed == 1);
}

TEST_CASE("a totalSize above the maximum is refused even when the octets are there", "[stream]") {
  ReceiverFixture unit;
  Bytes payload(0xFF01);
  ByteWriter out(payload);
  wire::ChannelMessageHeader{0xFF01, 0, false, ChunkType::Void, WireMicros{0}}.encode(out);
  CHECK(unit.ask_raw(packet(Command::RtMessage, 1, payload)).result == AckResult::InvalidPayload);
}

TEST_CASE("octets behind the message are skipped and counted", "[stream]") {
  ReceiverFixture unit;
  Bytes datagram = acknowledge_example("09-wave-open-config");
  datagram.push_back(std::byte{0xAA});
  // OpenIDN drops the message and sets MVErr.
  CHECK(unit.ask_raw(datagram) == answer(kNew, kRouted, kOpenChannels));
  CHECK(unit.receiver.stats().surplus == 1);
}

TEST_CASE("a message that is not for a channel is skipped and reported", "[stream]") {
  ReceiverFixture unit;
  // OpenIDN adds CnlClsd, although such a message names no channel.
  CHECK(unit.ask_raw(from_hex("41 00 00 01 00 08 00 00 00 00 00 00")) == answer(kNew | kMessageInvalid, 0, 0));
}

TEST_CASE("an unknown service or mode mutes the channel", "[stream]") {
  ReceiverFixture unit;
  const auto [service, mode] = GENERATE(table<std::uint8_t, ServiceMode>({
      {7, ServiceMode::GraphicContinuous},
      {5, ServiceMode::GraphicContinuous},  // a DMX512 service
      {1, static_cast<ServiceMode>(0x77)},
      {0, static_cast<ServiceMode>(0xC0)},
  }));
  CAPTURE(service);
  const auto message = with_config(wave(0), routing(mode, service));
  CHECK(unit.ask(message) == answer(kNew, kRouted | kServiceUnknown, kOpenChannels));
}

TEST_CASE("a service in use mutes the channel, whoever uses it", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  SECTION("another channel of the same session") {
    Message second = opening_wave(0, 1);
    second.channel = 1;
    CHECK(unit.ask(second) == answer(0, kRouted | kServiceBusy, kOpenChannels));
  }
  SECTION("another client group of the same socket") {
    unit.group = 3;
    CHECK(unit.ask(opening_wave(0)) == answer(kNew, kRouted | kServiceBusy, kOpenChannels));
  }
  SECTION("frame mode") {
    unit.group = 3;
    CHECK(unit.ask(opening_frame(0)) == answer(kNew, kRouted | kServiceBusy, kOpenChannels));
  }
  SECTION("effects mode") {
    unit.group = 3;
    const auto message = with_config(Message{}, routing(ServiceMode::EffectsContinuous));
    CHECK(unit.ask(message) == answer(kNew, kRouted | kServiceBusy, kOpenChannels));
  }
}

TEST_CASE("data in void mode is accepted and ignored", "[stream]") {
  ReceiverFixture unit;
  CHECK(unit.ask(with_config(wave(0), routing(ServiceMode::Void))) == answer(kNew, kRouted, kOpenChannels));
  CHECK(unit.ask(wave(1000)) == answer(0, 0, kOpenChannels));
  CHECK(unit.journal.chunks.empty());
}

TEST_CASE("a chunk type of another mode is dropped", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  const auto type = GENERATE(ChunkType::Frame, ChunkType::FrameFirst, ChunkType::FrameSequel,
                             ChunkType::OctetSegment, ChunkType::AudioWave, static_cast<ChunkType>(0x55),
                             static_cast<ChunkType>(0xA0), static_cast<ChunkType>(0xE0));
  Message message = wave(1000);
  message.type = type;
  CHECK(unit.ask(message) == answer(0, kChunkType, kOpenChannels));
  CHECK(unit.ask(wave(1000)) == answer(0, 0, kOpenChannels));
}

TEST_CASE("samples of another configuration are dropped", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  Message message = wave(1000);
  message.data = chunk(20, 1000, false, 2);
  CHECK(unit.ask(message) == answer(0, kMatchValue, kOpenChannels));
  // OpenIDN keeps its decoder and would play this one.
  CHECK(unit.ask(wave(1000)) == answer(0, kConfiguration, kOpenChannels));
}

TEST_CASE("short wave chunks are played", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  // OpenIDN refuses durations below 200 us (MCLErr).
  CHECK(unit.ask(wave(1000, 20, 199)) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask(wave(1199, 1, 1000)) == answer(0, 0, kOpenChannels));
  CHECK(unit.journal.chunks.size() == 3);
}

TEST_CASE("a wave chunk without samples or duration is too short", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  CHECK(unit.ask(wave(1000, 0, 1000)) == answer(0, kChunkTooShort, kOpenChannels));
  CHECK(unit.ask(wave(1000, 20, 0)) == answer(0, kChunkTooShort, kOpenChannels));
  CHECK(unit.journal.chunks.size() == 1);
}

TEST_CASE("a timestamp that does not continue the wave is a discontinuity", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(10'000));
  CHECK(unit.ask(wave(12'000)) == answer(0, kContinuity, kOpenChannels));
  CHECK(unit.ask(wave(12'500)) == answer(0, kContinuity, kOpenChannels));
  // The overlapping chunk was dropped; OpenIDN would continue from its end and report a discontinuity here.
  CHECK(unit.ask(wave(13'000)) == answer(0, 0, kOpenChannels));
}

TEST_CASE("sequence errors are reported by their kind", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  unit.ask(wave(1000));
  unit.next_sequence = 107;
  // OpenIDN sets type 1 only and plays duplicates.
  CHECK(unit.ask(wave(2000)) == answer(kSequence | kSequenceMissing, 0, kOpenChannels));
  unit.next_sequence = 107;
  CHECK(unit.ask(wave(3000)) == answer(kSequence | kSequenceDuplicate, 0, kOpenChannels));
  unit.next_sequence = 105;
  CHECK(unit.ask(wave(3000)) == answer(kSequence, 0, kOpenChannels));
  CHECK(unit.journal.chunks.size() == 3);
}

TEST_CASE("a routing configuration without dictionary leaves the channel without decoder", "[stream]") {
  ReceiverFixture unit;
  auto config = routing(ServiceMode::GraphicContinuous);
  config.service_configuration = {};
  CHECK(unit.ask(with_config(Message{}, config)) == answer(kNew, kRouted | kConfiguration, kOpenChannels));
  CHECK(unit.ask(wave(0)) == answer(0, kConfiguration, kOpenChannels));
}

TEST_CASE("a dictionary that describes no octet at all is refused", "[stream]") {
  ReceiverFixture unit;
  const Bytes tags = from_hex("00 00 00 00");
  auto config = routing(ServiceMode::GraphicContinuous);
  config.service_configuration = tags;
  CHECK(unit.ask(with_config(wave(0), config)) == answer(kNew, kRouted | kConfiguration, kOpenChannels));
}

TEST_CASE("sequels that repeat the first timestamp are joined when their packets are adjacent", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  Message first = frame(1000, 3, 2000);
  first.type = ChunkType::FrameFirst;
  unit.ask(first);
  const Message last{
      .type = ChunkType::FrameSequel, .timestamp = 1000, .data = Bytes(7), .last_fragment = true};
  SECTION("adjacent: OpenIDN sets FRGErr") {
    CHECK(unit.ask(last) == answer(0, 0, kOpenChannels));
  }
  SECTION("not adjacent") {
    ++unit.next_sequence;
    CHECK(unit.ask(last) == answer(kSequence | kSequenceMissing, kFragment, kOpenChannels));
  }
}

TEST_CASE("fragments may end inside a sample and have void messages between them", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  Message first = frame(1000, 3, 4000);
  first.type = ChunkType::FrameFirst;
  CHECK(unit.ask(first) == answer(0, 0, kOpenChannels));
  Message sequel{.type = ChunkType::FrameSequel, .timestamp = 1001, .data = Bytes(3)};
  CHECK(unit.ask(sequel) == answer(0, 0, kOpenChannels));
  CHECK(unit.ask(Message{.timestamp = 1500}) == answer(0, 0, kOpenChannels));
  sequel = {.type = ChunkType::FrameSequel, .timestamp = 1002, .data = Bytes(4), .last_fragment = true};
  CHECK(unit.ask(sequel) == answer(0, 0, kOpenChannels));
  CHECK(unit.journal.chunks.back().samples.size() == 4);
}

TEST_CASE("a frame of one sample or without duration is too short", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  CHECK(unit.ask(frame(1000, 1, 1000)) == answer(0, kChunkTooShort, kOpenChannels));
  CHECK(unit.ask(frame(1000, 5, 0)) == answer(0, kChunkTooShort, kOpenChannels));
}

TEST_CASE("after a silence the client learns that its connection is a new one", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  unit.advance(std::chrono::milliseconds(1300));
  // OpenIDN does not set CCErr.
  CHECK(unit.ask(wave(1000)) == answer(kNew | kChannelClosed, kClosed, 0));
}

TEST_CASE("samples that end inside a sample are a payload error", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  Message message = wave(1000);
  message.data.pop_back();
  // OpenIDN drops the chunk as well, but its acknowledge hides the flag.
  CHECK(unit.ask(message) == answer(0, kPayload, kOpenChannels));
  message.data.resize(3);
  CHECK(unit.ask(message) == answer(0, kPayload, kOpenChannels));
}

TEST_CASE("a configuration that does not fit into its message is a payload error", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  const Bytes payload = from_hex("00 0C C0 01 00 00 00 00 04 11 00 01");
  CHECK(unit.ask_raw(packet(Command::RtMessage, unit.next_sequence, payload)) ==
        answer(0, kPayload, kOpenChannels));
}

TEST_CASE("events last until an acknowledge tells them, and are told once", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.tell(wave(5000));
  ++unit.next_sequence;
  unit.tell(wave(6000));
  Message elsewhere{.channel = 9, .timestamp = 7000};
  CHECK(unit.ask(elsewhere) == answer(kNew | kSequence | kSequenceMissing, kClosed, kOpenChannels));
  CHECK(unit.ask_empty() == answer(0, 0, kOpenChannels));
  CHECK(unit.ask(wave(7000)) == answer(0, kRouted | kContinuity, kOpenChannels));
  CHECK(unit.ask(wave(8000)) == answer(0, 0, kOpenChannels));
}

TEST_CASE("excluded groups are refused without being processed", "[stream]") {
  auto config = example_config();
  config.group_mask = 0xFFFE;
  ReceiverFixture unit(config);
  CHECK(unit.ask(opening_wave(0)) == answer(0, 0, 0, AckResult::GroupExcluded));
  CHECK(unit.ask_empty(Command::RtCloseAckRequest) == answer(0, 0, 0, AckResult::GroupExcluded));
  unit.tell(opening_wave(0));
  CHECK(unit.journal.lines.empty());
  CHECK(unit.receiver.stats().excluded == 3);
}

TEST_CASE("a close with a malformed payload closes and says that it was malformed", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0));
  CHECK(unit.ask_raw(from_hex("45 00 00 65 00 01")) == answer(0, 0, 0, AckResult::InvalidPayload));
  CHECK(unit.receiver.session_count() == 0);
  CHECK(unit.ask_raw(from_hex("45 00 00 66 00 01")) == answer(0, 0, 0, AckResult::InvalidPayload));
}

}  // namespace
}  // namespace idn::test
