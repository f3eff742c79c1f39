// SPDX-License-Identifier: MIT
#include "stream/receive/content/frame.hpp"

namespace idn::stream {
namespace {

using namespace wire::pipeline_event;
using wire::ChunkType;

/// More samples than any frame needs (section 2.7).
constexpr std::size_t kMaxSamples = 131'072;

}  // namespace

OutputChange FrameContent::consume(const InboundMessage& message, DatagramReport& report) {
  switch (message.content.header.type) {
    case ChunkType::Frame:
      return on_whole_frame(message, report);
    case ChunkType::FrameFirst:
      on_first_fragment(message, report);
      return OutputChange::None;
    default:
      return on_sequel(message, report);
  }
}

std::uint16_t FrameContent::interrupt() {
  if (!queue_.in_progress()) return 0;
  queue_.drop();
  return kFragment;
}

OutputChange FrameContent::on_whole_frame(const InboundMessage& message, DatagramReport& report) {
  report.pipeline_events |= interrupt();
  ByteReader in(message.content.data);
  const auto chunk = *wire::ChunkHeader::decode(in);
  const OutputChange change = show(message, chunk, message.media_us, in.take_rest(), report);
  if (report.took_data) report.duration_us = chunk.duration_us;
  return change;
}

void FrameContent::on_first_fragment(const InboundMessage& message, DatagramReport& report) {
  report.pipeline_events |= interrupt();
  ByteReader in(message.content.data);
  const auto chunk = *wire::ChunkHeader::decode(in);
  const Fragment first{in.take_rest(), message.content.header.timestamp, message.sequence};
  if (queue_.start(first, message.arrival) == FrameAssembler::Outcome::Failed) {
    report.pipeline_events |= kFragment;
    report.input_events |= wire::input_event::kResources;
    return;
  }
  queued_chunk_ = chunk;
  queued_media_us_ = message.media_us;
  report.took_data = true;
  report.duration_us = chunk.duration_us;
}

OutputChange FrameContent::on_sequel(const InboundMessage& message, DatagramReport& report) {
  const wire::ChannelMessageHeader& header = message.content.header;
  const Fragment sequel{message.content.data, header.timestamp, message.sequence};
  switch (queue_.append(sequel, header.is_last_fragment())) {
    case FrameAssembler::Outcome::Failed:
      report.pipeline_events |= kFragment;
      break;
    case FrameAssembler::Outcome::Incomplete:
      report.took_data = true;
      break;
    case FrameAssembler::Outcome::Complete:
      const OutputChange change = show(message, queued_chunk_, queued_media_us_, queue_.octets(), report);
      queue_.drop();
      return change;
  }
  return OutputChange::None;
}

OutputChange FrameContent::show(const InboundMessage& message, const wire::ChunkHeader& chunk,
                                std::int64_t media_us, ConstBytes octets, DatagramReport& report) {
  const std::size_t count = octets.size() / laser_.sample_size();
  if (octets.size() % laser_.sample_size() != 0) {
    report.pipeline_events |= kPayload;
  } else if (count == 1 || (count > 1 && chunk.duration_us == 0)) {
    report.pipeline_events |= kChunkTooShort;
  } else if (count > kMaxSamples) {
    report.pipeline_events |= kRange;
  } else {
    report.took_data |= count > 0;
    const SampleChunk shown{.arrival = message.arrival,
                            .playout = schedule_latest(message, media_us, chunk.duration_us, report),
                            .mode = wire::ServiceMode::GraphicDiscrete,
                            .media_us = media_us,
                            .duration_us = chunk.duration_us,
                            .once = chunk.once};
    return laser_.deliver(message, octets, shown, context(), report);
  }
  return OutputChange::None;
}

}  // namespace idn::stream
