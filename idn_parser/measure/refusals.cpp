// SPDX-License-Identifier: MIT
#include "idn_parser/measure/refusals.hpp"

#include "idn/wire/acknowledge.hpp"
#include "idn/wire/channel_message.hpp"

namespace idn::parser {
namespace {

bool is_of_dmx(wire::ChunkType type) noexcept {
  using enum wire::ChunkType;
  return type == OctetSegment || type == OctetString || type == DimmerLevels;
}

/// Chunks of DMX512 have other fields in place of a duration; the duration of a frame in fragments is in the
/// first one.
bool has_no_duration(const wire::ChannelMessage& message, const ChannelPast& past) {
  if (is_of_dmx(message.header.type)) return false;
  if (wire::is_sequel(message.header.type)) return past.frame && past.frame->duration_us == 0;
  ByteReader in(message.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  return chunk && chunk->duration_us == 0 && in.remaining() > 0;
}

}  // namespace

std::optional<RefusalReason> refusal_of(const stream::DatagramReport& report, const ChannelPast& past) {
  using namespace wire::pipeline_event;
  using enum RefusalReason;
  if (report.message == nullptr) return std::nullopt;
  const auto has = [&](std::uint16_t event) { return (report.pipeline_events & event) != 0; };
  const bool is_dmx = is_of_dmx(report.message->header.type);
  if (has(kServiceUnknown)) return NoSuchMode;
  if (has(kServiceBusy)) return ServiceTaken;
  if (has(kConfiguration)) return has(kRange) ? BadDmxMap : Configuration;
  if (has(kChunkType)) return ChunkType;
  if (has(kMatchValue)) return MatchValue;
  if (has(kChunkTooShort)) return has_no_duration(*report.message, past) ? NoDuration : TooFewSamples;
  if (has(kPayload)) return is_dmx ? OtherDmxCount : PartialSample;
  if (has(kRange)) return is_dmx ? BadDmxPacket : TooManySamples;
  if (has(kContinuity) && past.continues_line && !report.took_data) return BrokenDmxLine;
  const bool is_closed = (report.input_events & wire::input_event::kChannelClosed) != 0;
  // A capture may begin within a frame.
  const bool needs_configuration =
      is_closed && !past.was_routed && !wire::is_sequel(report.message->header.type);
  return needs_configuration ? std::optional(NeverRouted) : std::nullopt;
}

std::string_view text_of(RefusalReason reason) noexcept {
  switch (reason) {
    case RefusalReason::NoSuchMode:
      return "the configuration has a service mode that no service plays";
    case RefusalReason::ServiceTaken:
      return "another channel of this sender has the service; give each channel a service of its own";
    case RefusalReason::NeverRouted:
      return "no configuration has opened the channel; send one with the first message and every 200 ms, or "
             "capture from the start";
    case RefusalReason::BadDmxMap:
      return "the DMX512 map has a slot outside of 1 to 512 or a count of 0; a count has 8 bits, so that 256 "
             "overflows to 0: use two tags, or the tag 0x42";
    case RefusalReason::Configuration:
      return "the configuration in use is not usable, or none is in use";
    case RefusalReason::ChunkType:
      return "the chunk type does not belong to the service mode of the channel; waves need mode 0x01, frames "
             "0x02";
    case RefusalReason::MatchValue:
      return "the match value of the chunk (SCM) is not that of the configuration (SDM)";
    case RefusalReason::NoDuration:
      return "a duration of 0; it is the display time of the samples, in microseconds";
    case RefusalReason::TooFewSamples:
      return "too few samples: a frame needs two or none, a wave, a segment or a list of levels one";
    case RefusalReason::OtherDmxCount:
      return "the number of levels is not the count of the DMX512 map; a count has 8 bits, so that more than "
             "255 overflow: use several tags, or the tag 0x42";
    case RefusalReason::PartialSample:
      return "the octets end inside a sample";
    case RefusalReason::BadDmxPacket:
      return "a DMX512 packet that reaches beyond slot 512, or one as octet string with start code 0";
    case RefusalReason::TooManySamples:
      return "more samples than a frame may have";
    case RefusalReason::BrokenDmxLine:
      return "a segment of a DMX512 line does not continue the one before it: its packet has another number, "
             "or its offset is not the number of octets before it";
    case RefusalReason::BrokenFrame:
      return "a frame in fragments is never complete; timestamps of its fragments increase by 1 us each, or "
             "are equal with consecutive sequence numbers";
  }
  return "unknown";
}

}  // namespace idn::parser
