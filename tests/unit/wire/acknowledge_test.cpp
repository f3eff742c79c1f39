// SPDX-License-Identifier: MIT
#include "idn/wire/acknowledge.hpp"

#include "idn/wire/channel_message.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;

// Tables of sections 1.9 and 2.2 of the specification.
TEST_CASE("results, events and states of an acknowledge have the values of the specification", "[wire]") {
  CHECK(static_cast<int>(AckResult::Accepted) == 0x00);
  CHECK(static_cast<int>(AckResult::EmptyClose) == 0xEB);
  CHECK(static_cast<int>(AckResult::Occupied) == 0xEC);
  CHECK(static_cast<int>(AckResult::GroupExcluded) == 0xED);
  CHECK(static_cast<int>(AckResult::InvalidPayload) == 0xEE);
  CHECK(static_cast<int>(AckResult::ProcessingFailure) == 0xEF);
  CHECK(input_event::kNew == 0x0001);
  CHECK(input_event::kOrder == 0x0008);
  CHECK(input_event::kSequence == 0x0010);
  CHECK(input_event::kSequenceDuplicate == 0x0020);
  CHECK(input_event::kSequenceMissing == 0x0040);
  CHECK(input_event::kMessageInvalid == 0x0100);
  CHECK(input_event::kOverrun == 0x0200);
  CHECK(input_event::kLate == 0x0400);
  CHECK(input_event::kTooOld == 0x0800);
  CHECK(input_event::kChannelClosed == 0x2000);
  CHECK(input_event::kResources == 0x8000);
  CHECK(pipeline_event::kRouted == 0x0001);
  CHECK(pipeline_event::kClosed == 0x0002);
  CHECK(pipeline_event::kServiceUnknown == 0x0010);
  CHECK(pipeline_event::kServiceBusy == 0x0020);
  CHECK(pipeline_event::kFragment == 0x0040);
  CHECK(pipeline_event::kConfiguration == 0x0080);
  CHECK(pipeline_event::kChunkType == 0x0100);
  CHECK(pipeline_event::kMatchValue == 0x0200);
  CHECK(pipeline_event::kContinuity == 0x0400);
  CHECK(pipeline_event::kChunkTooShort == 0x0800);
  CHECK(pipeline_event::kRange == 0x1000);
  CHECK(pipeline_event::kPayload == 0x2000);
  CHECK(pipeline_event::kDevice == 0x4000);
  CHECK(pipeline_event::kInternal == 0x8000);
  CHECK(ack_status::kOpenChannels == 0x01);
  CHECK(ack_status::kOutputBuffered == 0x02);
  CHECK(ack_status::kMessagesQueued == 0x04);
}

TEST_CASE("chunk types have the values of the specification", "[wire]") {
  CHECK(static_cast<int>(ChunkType::Void) == 0x00);
  CHECK(static_cast<int>(ChunkType::Wave) == 0x01);
  CHECK(static_cast<int>(ChunkType::Frame) == 0x02);
  CHECK(static_cast<int>(ChunkType::FrameFirst) == 0x03);
  CHECK(static_cast<int>(ChunkType::OctetSegment) == 0x10);
  CHECK(static_cast<int>(ChunkType::OctetString) == 0x11);
  CHECK(static_cast<int>(ChunkType::DimmerLevels) == 0x18);
  CHECK(static_cast<int>(ChunkType::AudioWave) == 0x20);
  CHECK(static_cast<int>(ChunkType::FrameSequel) == 0xC0);
}

TEST_CASE("an acknowledge has its fields where the specification puts them", "[wire]") {
  // structSize, result, input events, pipeline events, status, link quality, latency.
  const auto octets = test::from_hex("0C EC 82 11 40 93 05 C8 00 01 E2 40");
  ByteReader in(octets);
  const auto ack = Acknowledge::decode(in);
  REQUIRE(ack);
  CHECK(ack->result == AckResult::Occupied);
  CHECK(ack->input_events == 0x8211);
  CHECK(ack->pipeline_events == 0x4093);
  CHECK(ack->status == 0x05);
  CHECK(ack->link_quality == 200);
  CHECK(ack->latency_us == 123'456);
}
