// SPDX-License-Identifier: MIT
#include "stream/content/dmx.hpp"

namespace idn::stream {
namespace {

using namespace wire::pipeline_event;

}  // namespace

void DmxLineContent::consume(const InboundMessage& message, MessageEffect& effect) {
  ByteReader in(message.content.data);
  const auto segment = *wire::OctetSegmentHeader::decode(in);
  const ConstBytes octets = in.take_rest();
  const bool begins = segment.offset == 0;
  const bool known = state_ == State::BetweenPackets || state_ == State::InPacket;
  const bool follows = known && segment.sequence == sequence_ && segment.offset == offset_;
  // The first packet may have any sequence number; later ones have to continue the line.
  if (!follows && !(begins && state_ == State::Unknown)) effect.pipeline_events |= kContinuity;
  const auto lose = [&] { state_ = State::Lost; };
  if (!follows && !begins) return lose();
  if (octets.empty()) {
    effect.pipeline_events |= kChunkTooShort;
    return lose();
  }
  if (segment.offset + octets.size() > wire::kMaxDmxPacket) {
    effect.pipeline_events |= kRange;
    return lose();
  }
  effect.took_data = true;
  TimePoint playout;
  if (!schedule_once(message, dmx_line_time_us(octets.size(), begins), playout, effect)) return lose();
  state_ = segment.is_last ? State::BetweenPackets : State::InPacket;
  sequence_ = static_cast<std::uint8_t>(segment.sequence + (segment.is_last ? 1 : 0));
  offset_ = segment.is_last ? 0 : segment.offset + octets.size();
  effect.output = OutputChange::Lit;
  context().listener.on_octets(message.id, {.arrival = message.arrival,
                                            .playout = playout,
                                            .mode = mode_,
                                            .media_us = message.media_us,
                                            .sequence = segment.sequence,
                                            .offset = segment.offset,
                                            .is_last = segment.is_last,
                                            .is_continuous = follows,
                                            .octets = octets});
}

std::uint16_t DmxLevelsContent::configure(ConstBytes tags) {
  const auto map = wire::DimmerMap::from_tags(tags);
  if (!map) return map.error().code == Errc::OutOfRange ? kConfiguration | kRange : kConfiguration;
  map_ = *map;
  return 0;
}

void DmxLevelsContent::consume(const InboundMessage& message, MessageEffect& effect) {
  const ConstBytes octets = message.content.data.subspan(wire::OctetChunkHeader::kSize);
  if (octets.empty()) {
    effect.pipeline_events |= kChunkTooShort;
  } else if (message.content.header.type == wire::ChunkType::DimmerLevels) {
    on_levels(message, octets, effect);
  } else {
    on_packet(message, octets, effect);
  }
}

void DmxLevelsContent::on_levels(const InboundMessage& message, ConstBytes octets, MessageEffect& effect) {
  if (const auto applied = map_.apply(octets, levels_); !applied) {
    effect.pipeline_events |= applied.error().code == Errc::OutOfRange ? kRange : kPayload;
    return;
  }
  effect.took_data = true;
  effect.output = OutputChange::Lit;
  const auto line_time = dmx_line_time_us(wire::kMaxDmxPacket, true);
  const DmxLevelChunk shown{.arrival = message.arrival,
                            .playout = schedule_latest(message, message.media_us, line_time, effect),
                            .mode = mode_,
                            .media_us = message.media_us,
                            .levels = levels_};
  context().listener.on_levels(message.id, shown);
}

/// A packet with a start code other than 0; those with 0 are levels, which have a chunk type of their own.
void DmxLevelsContent::on_packet(const InboundMessage& message, ConstBytes octets, MessageEffect& effect) {
  if (octets.front() == std::byte{0} || octets.size() > wire::kMaxDmxPacket) {
    effect.pipeline_events |= kRange;
    return;
  }
  effect.took_data = true;
  effect.output = OutputChange::Lit;
  const auto line_time = dmx_line_time_us(octets.size(), true);
  const DmxChunk shown{.arrival = message.arrival,
                       .playout = schedule_latest(message, message.media_us, line_time, effect),
                       .mode = mode_,
                       .media_us = message.media_us,
                       .is_last = true,
                       .is_continuous = true,
                       .octets = octets};
  context().listener.on_octets(message.id, shown);
}

}  // namespace idn::stream
