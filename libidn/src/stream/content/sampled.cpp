// SPDX-License-Identifier: MIT
#include "stream/content/sampled.hpp"

namespace idn::stream {

using namespace wire::pipeline_event;

std::optional<PlacedChunk> SampledContent::place(const InboundMessage& message, std::size_t sample_size,
                                                 MessageEffect& effect) {
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  const ConstBytes octets = in.take_rest();
  if (!chunk || octets.size() % sample_size != 0) {
    effect.pipeline_events |= kPayload;
    return std::nullopt;
  }
  if (octets.empty() || chunk->duration_us == 0) {
    effect.pipeline_events |= kChunkTooShort;
    return std::nullopt;
  }
  const WavePlacement placement = place_in_time(message, chunk->duration_us, effect);
  const bool is_dropped = message.is_late && context().late == analysis::LateDatagrams::Drop;
  if (is_dropped || !placement.is_shown()) {
    if (is_dropped) effect.late_samples = octets.size() / sample_size;
    tell_dropped(message, chunk->duration_us);
    return std::nullopt;
  }
  effect.took_data = true;
  effect.duration_us = chunk->duration_us;
  const auto playout = schedule_once(message, chunk->duration_us, effect);
  if (!playout) {
    effect.late_samples = octets.size() / sample_size;
    return std::nullopt;
  }
  return PlacedChunk{octets, chunk->duration_us, placement, *playout};
}

/// A late chunk leaves the time axis as it is.
WavePlacement SampledContent::place_in_time(const InboundMessage& message, std::uint32_t duration_us,
                                            MessageEffect& effect) {
  if (message.is_late) return {.continuity = Continuity::Late};
  const WavePlacement placement = timeline_.place(message.media_us, duration_us);
  if (placement.is_discontinuous()) effect.pipeline_events |= kContinuity;
  if (placement.continuity == Continuity::Restart) {
    message.clock.restart(message.output_now, message.media_us);
    restart_playout();
  }
  return placement;
}

}  // namespace idn::stream
