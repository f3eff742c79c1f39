// SPDX-License-Identifier: MIT
#include "idn_parser/measure/reception.hpp"

#include <utility>

namespace idn::parser {
namespace {

stream::ReceiverConfig config_of(Duration latency) {
  stream::ReceiverConfig config;
  config.playout->target_latency = latency;
  config.decode_samples = false;
  config.max_sessions = config.max_sessions_per_source = 1;
  config.services = stream::every_service(
      {wire::ServiceType::LaserProjector, wire::ServiceType::Dmx512, wire::ServiceType::Audio});
  return config;
}

}  // namespace

Reception::Reception(const Endpoint& client, Duration latency)
    : client_(client), receiver_(config_of(latency), *this) {}

Reception::Channels Reception::expire(Duration time) {
  receiver_.on_deadline(TimePoint(time));
  return std::exchange(dark_channels_, Channels{});
}

Reception::Channels Reception::take(ConstBytes datagram, const capture::CapturePosition& at) {
  ++facts_.datagrams;
  at_ = at;
  receiver_.on_datagram(datagram, client_, TimePoint(at.time));
  return std::exchange(dark_channels_, Channels{});
}

void Reception::on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) {
  facts_.darkness.add({time.since_1970, reason});
  dark_channels_.set(id.channel);
}

void Reception::on_packet(const stream::SessionId&, const stream::PacketReport& report) {
  facts_.input_events.add(report.input_events);
  if (report.message == nullptr) return;
  const std::uint8_t channel = report.message->header.channel;
  facts_.pipeline_events[channel].add(report.pipeline_events);
  if (const auto reason = refusal_of(report, routed_channels_.test(channel))) refuse(channel, *reason, at_);
  if (report.took_data) note_frame(channel, report);
}

void Reception::note_frame(std::uint8_t channel, const stream::PacketReport& report) {
  const auto type = report.message->header.type;
  if (type == wire::ChunkType::FrameSequel && report.samples > 0) open_frames_.erase(channel);
  if (type != wire::ChunkType::FrameFirst) return;
  if (const auto open = open_frames_.find(channel); open != open_frames_.end())
    refuse(channel, RefusalReason::BrokenFrame, open->second);
  open_frames_[channel] = at_;
}

void Reception::refuse(std::uint8_t channel, RefusalReason reason, const capture::CapturePosition& at) {
  Refusal& refusal = facts_.refusals[channel][reason];
  if (refusal.count++ == 0) refusal.first = at;
}

}  // namespace idn::parser
