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
  const WavePlacement placement = timeline_.place(message.media_us, chunk->duration_us);
  if (placement.is_discontinuous()) effect.pipeline_events |= kContinuity;
  if (!placement.is_shown()) return std::nullopt;
  if (placement.continuity == Continuity::Restart) {
    message.clock.restart(message.output_now, message.media_us);
    restart_playout();
  }
  effect.took_data = true;
  effect.duration_us = chunk->duration_us;
  const auto playout = schedule_once(message, chunk->duration_us, effect);
  if (!playout) return std::nullopt;
  return PlacedChunk{octets, chunk->duration_us, placement, *playout};
}

}  // namespace idn::stream
