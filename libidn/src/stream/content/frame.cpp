// SPDX-License-Identifier: MIT
#include "stream/content/frame.hpp"

namespace idn::stream {
namespace {

using namespace wire::pipeline_event;
using wire::ChunkType;

/// More samples than any frame needs (section 2.7).
constexpr std::size_t kMaxSamples = 131'072;

}  // namespace

void FrameContent::consume(const InboundMessage& message, MessageEffect& effect) {
  switch (message.content.header.type) {
    case ChunkType::Frame:
      return on_whole_frame(message, effect);
    case ChunkType::FrameFirst:
      return on_first_fragment(message, effect);
    default:
      return on_sequel(message, effect);
  }
}

void FrameContent::interrupt(MessageEffect& effect) {
  if (!queue_.in_progress()) return;
  effect.pipeline_events |= kFragment;
  queue_.drop();
}

void FrameContent::on_whole_frame(const InboundMessage& message, MessageEffect& effect) {
  interrupt(effect);
  ByteReader in(message.content.data);
  const auto chunk = *wire::ChunkHeader::decode(in);
  show(message, chunk, message.media_us, in.take_rest(), effect);
  if (effect.took_data) effect.duration_us = chunk.duration_us;
}

void FrameContent::on_first_fragment(const InboundMessage& message, MessageEffect& effect) {
  interrupt(effect);
  ByteReader in(message.content.data);
  const auto chunk = *wire::ChunkHeader::decode(in);
  const Fragment first{in.take_rest(), message.content.header.timestamp, message.sequence};
  if (queue_.start(first, message.arrival) == FrameAssembler::Outcome::Failed) {
    effect.pipeline_events |= kFragment;
    effect.input_events |= wire::input_event::kResources;
    return;
  }
  queued_chunk_ = chunk;
  queued_media_us_ = message.media_us;
  effect.took_data = true;
  effect.duration_us = chunk.duration_us;
}

void FrameContent::on_sequel(const InboundMessage& message, MessageEffect& effect) {
  const wire::ChannelMessageHeader& header = message.content.header;
  const Fragment sequel{message.content.data, header.timestamp, message.sequence};
  switch (queue_.append(sequel, header.is_last_fragment())) {
    case FrameAssembler::Outcome::Failed:
      effect.pipeline_events |= kFragment;
      return;
    case FrameAssembler::Outcome::Incomplete:
      effect.took_data = true;
      return;
    case FrameAssembler::Outcome::Complete:
      show(message, queued_chunk_, queued_media_us_, queue_.octets(), effect);
      queue_.drop();
      return;
  }
}

void FrameContent::show(const InboundMessage& message, const wire::ChunkHeader& chunk, std::int64_t media_us,
                        ConstBytes octets, MessageEffect& effect) {
  const std::size_t count = octets.size() / laser_.sample_size();
  if (octets.size() % laser_.sample_size() != 0) {
    effect.pipeline_events |= kPayload;
  } else if (count == 1 || (count > 1 && chunk.duration_us == 0)) {
    effect.pipeline_events |= kChunkTooShort;
  } else if (count > kMaxSamples) {
    effect.pipeline_events |= kRange;
  } else {
    effect.took_data |= count > 0;
    SampleChunk shown{.arrival = message.arrival,
                      .playout = schedule_latest(message, media_us, chunk.duration_us, effect),
                      .mode = wire::ServiceMode::GraphicDiscrete,
                      .media_us = media_us,
                      .duration_us = chunk.duration_us,
                      .once = chunk.once};
    laser_.count(octets, effect);
    if (context().decode_samples) laser_.deliver(message, octets, shown, context());
  }
}

}  // namespace idn::stream
