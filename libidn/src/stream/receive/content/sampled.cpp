// SPDX-License-Identifier: MIT
#include "stream/receive/content/sampled.hpp"

namespace idn::stream {

using namespace wire::pipeline_event;

bool SampledContent::place(const InboundMessage& message, std::size_t sample_size, PlacedChunk& placed,
                           DatagramReport& report) {
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  placed.octets = in.take_rest();
  if (!chunk || placed.octets.size() % sample_size != 0) {
    report.pipeline_events |= kPayload;
    return false;
  }
  placed.duration_us = chunk->duration_us;
  if (placed.octets.empty() || placed.duration_us == 0) {
    report.pipeline_events |= kChunkTooShort;
    return false;
  }
  placed.placement = place_in_time(message, placed.duration_us, report);
  const bool is_dropped = message.is_late && context().late == analysis::LateDatagramPolicy::Drop;
  if (is_dropped || !placed.placement.is_shown()) {
    if (is_dropped) report.late_samples = placed.octets.size() / sample_size;
    report_dropped(message, placed.duration_us, report);
    return false;
  }
  report.took_data = true;
  report.duration_us = placed.duration_us;
  if (schedule_once(message, placed.duration_us, placed.playout, report)) return true;
  report.late_samples = placed.octets.size() / sample_size;
  return false;
}

/// A late chunk leaves the time axis as it is.
WavePlacement SampledContent::place_in_time(const InboundMessage& message, std::uint32_t duration_us,
                                            DatagramReport& report) {
  if (message.is_late) return {.continuity = ChunkContinuity::Late};
  const WavePlacement placement = timeline_.place(message.media_us, duration_us);
  if (placement.is_discontinuous()) report.pipeline_events |= kContinuity;
  if (placement.continuity == ChunkContinuity::Restart) {
    message.clock.restart(message.output_now, message.media_us);
    restart_playout();
  }
  return placement;
}

}  // namespace idn::stream
