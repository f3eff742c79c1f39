// SPDX-License-Identifier: MIT
#include "stream/receive/content/dmx.hpp"

namespace idn::stream {
namespace {

using namespace wire::pipeline_event;

}  // namespace

OutputChange DmxLineContent::consume(const InboundMessage& message, DatagramReport& report) {
  ByteReader in(message.content.data);
  const auto segment = *wire::OctetSegmentHeader::decode(in);
  const ConstBytes octets = in.take_rest();
  const bool begins = segment.offset == 0;
  const bool known = state_ == State::BetweenPackets || state_ == State::InPacket;
  const bool follows = known && segment.sequence == sequence_ && segment.offset == offset_;
  // The first packet may have any sequence number; later ones have to continue the line.
  if (!follows && !(begins && state_ == State::Unknown)) report.pipeline_events |= kContinuity;
  const auto lose = [&] {
    state_ = State::Lost;
    return OutputChange::None;
  };
  if (!follows && !begins) return lose();
  if (octets.empty()) {
    report.pipeline_events |= kChunkTooShort;
    return lose();
  }
  if (segment.offset + octets.size() > wire::kMaxDmxPacket) {
    report.pipeline_events |= kRange;
    return lose();
  }
  report.took_data = true;
  TimePoint playout;
  if (!schedule_once(message, dmx_line_time_us(octets.size(), begins), playout, report)) return lose();
  state_ = segment.is_last ? State::BetweenPackets : State::InPacket;
  sequence_ = static_cast<std::uint8_t>(segment.sequence + (segment.is_last ? 1 : 0));
  offset_ = segment.is_last ? 0 : segment.offset + octets.size();
  report.content = DmxChunk{.arrival = message.arrival,
                            .playout = playout,
                            .mode = mode_,
                            .media_us = message.media_us,
                            .sequence = segment.sequence,
                            .offset = segment.offset,
                            .is_last = segment.is_last,
                            .is_continuous = follows,
                            .octets = octets};
  return OutputChange::Lit;
}

std::uint16_t DmxLevelsContent::configure(ConstBytes tags) {
  const auto map = wire::DimmerMap::from_tags(tags);
  if (!map) return map.error().code == Errc::OutOfRange ? kConfiguration | kRange : kConfiguration;
  map_ = *map;
  return 0;
}

OutputChange DmxLevelsContent::consume(const InboundMessage& message, DatagramReport& report) {
  const ConstBytes octets = message.content.data.subspan(wire::OctetChunkHeader::kSize);
  if (octets.empty()) {
    report.pipeline_events |= kChunkTooShort;
  } else if (message.content.header.type == wire::ChunkType::DimmerLevels) {
    return on_levels(message, octets, report);
  } else {
    return on_packet(message, octets, report);
  }
  return OutputChange::None;
}

OutputChange DmxLevelsContent::on_levels(const InboundMessage& message, ConstBytes octets,
                                         DatagramReport& report) {
  if (const auto applied = map_.apply(octets, levels_); !applied) {
    report.pipeline_events |= applied.error().code == Errc::OutOfRange ? kRange : kPayload;
    return OutputChange::None;
  }
  report.took_data = true;
  const auto line_time = dmx_line_time_us(wire::kMaxDmxPacket, true);
  report.content.emplace<DmxLevelChunk>(
      DmxLevelChunk{.arrival = message.arrival,
                    .playout = schedule_latest(message, message.media_us, line_time, report),
                    .mode = mode_,
                    .media_us = message.media_us,
                    .levels = levels_});
  return OutputChange::Lit;
}

/// A packet with a start code other than 0; those with 0 are levels, which have a chunk type of their own.
OutputChange DmxLevelsContent::on_packet(const InboundMessage& message, ConstBytes octets,
                                         DatagramReport& report) {
  if (octets.front() == std::byte{0} || octets.size() > wire::kMaxDmxPacket) {
    report.pipeline_events |= kRange;
    return OutputChange::None;
  }
  report.took_data = true;
  const auto line_time = dmx_line_time_us(octets.size(), true);
  report.content = DmxChunk{.arrival = message.arrival,
                            .playout = schedule_latest(message, message.media_us, line_time, report),
                            .mode = mode_,
                            .media_us = message.media_us,
                            .is_last = true,
                            .is_continuous = true,
                            .octets = octets};
  return OutputChange::Lit;
}

}  // namespace idn::stream
