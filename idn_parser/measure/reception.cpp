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
  const auto types = {wire::ServiceType::LaserProjector, wire::ServiceType::Dmx512, wire::ServiceType::Audio};
  config.services = stream::every_service(types);
  // The default service of a unit may be any of them: as one of its own, it is never another channel's.
  for (const auto type : types) config.services.push_back({0, type, 0, 0, {}});
  return config;
}

}  // namespace

Reception::Reception(const Endpoint& client, Duration latency)
    : client_(client), receiver_(config_of(latency), *this) {}

Reception::Channels Reception::expire(Duration time) {
  receiver_.on_deadline(TimePoint(time));
  return std::exchange(dark_channels_, Channels{});
}

Reception::Channels Reception::take(ConstBytes datagram, bool is_whole, const capture::CapturePosition& at) {
  ++facts_.datagrams;
  at_ = at;
  is_whole_ = is_whole;
  receiver_.on_datagram(datagram, client_, TimePoint(at.time));
  return std::exchange(dark_channels_, Channels{});
}

void Reception::take_request(ConstBytes datagram, const capture::CapturePosition& at) {
  receiver_.on_datagram(datagram, client_, TimePoint(at.time));
}

void Reception::on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) {
  facts_.darkness.add({time.since_1970, reason});
  dark_channels_.set(id.channel);
}

void Reception::on_datagram(const stream::DatagramReport& report) {
  if (report.kind != stream::DatagramKind::Realtime) return;
  if (report.opens_session) ++facts_.sessions;
  if (report.routing) past_[report.message->header.channel] = {.was_routed = true};
  facts_.input_events.add(report.input_events);
  note_loss(report);
  if (report.message == nullptr) return;
  const std::uint8_t channel = report.message->header.channel;
  facts_.pipeline_events[channel].add(report.pipeline_events);
  const auto reason = refusal_of(report, past_[channel]);
  if (reason && !follows_lost_configuration(channel, *reason)) refuse(channel, *reason, at_);
  note_frame(channel, report);
  note_line(channel, report);
  if (!is_whole_) return;  // what the capture cut off is zeros
  if (const auto* line = std::get_if<stream::DmxChunk>(&report.content)) facts_.dmx[channel].add(*line);
  if (const auto* set = std::get_if<stream::DmxLevelChunk>(&report.content)) facts_.dmx[channel].add(*set);
}

void Reception::note_loss(const stream::DatagramReport& report) {
  if (report.sequence.order == ArrivalOrder::AfterLoss)
    for (auto& [number, past] : past_)
      if (!past.lost_at) past.lost_at = at_.time;
  const bool has_routing =
      report.message != nullptr && report.message->config && report.message->config->routing;
  if (has_routing && report.sequence.is_forward()) past_[report.message->header.channel].lost_at.reset();
}

/// Whether a configuration may have been lost that explains the refusal: until the next one, or until that is
/// overdue.
bool Reception::follows_lost_configuration(std::uint8_t channel, RefusalReason reason) const {
  using enum RefusalReason;
  const auto& lost_at = past_.at(channel).lost_at;
  const bool is_of_configuration = reason == ChunkType || reason == MatchValue || reason == Configuration;
  const auto limit = ConfigurationGaps::kLongest + ConfigurationGaps::kTolerance;
  return is_of_configuration && lost_at && at_.time - *lost_at <= limit;
}

/// A frame is over with its last fragment, shown or not, unless the receiver had given it up before.
void Reception::note_frame(std::uint8_t channel, const stream::DatagramReport& report) {
  const auto& header = report.message->header;
  auto& frame = past_[channel].frame;
  const bool is_given_up = (report.pipeline_events & wire::pipeline_event::kFragment) != 0;
  if (wire::is_sequel(header.type) && header.is_last_fragment() && !is_given_up) frame.reset();
  if (header.type != wire::ChunkType::FrameFirst || !report.took_data) return;
  if (frame) refuse(channel, RefusalReason::BrokenFrame, frame->first);
  frame = {at_, report.duration_us};
}

/// A segment that is too late to be played is no fault of the next one.
void Reception::note_line(std::uint8_t channel, const stream::DatagramReport& report) {
  if (report.message->header.type != wire::ChunkType::OctetSegment) return;
  const bool is_too_late = (report.input_events & wire::input_event::kTooOld) != 0;
  past_[channel].continues_line = report.took_data && !is_too_late;
}

void Reception::refuse(std::uint8_t channel, RefusalReason reason, const capture::CapturePosition& at) {
  Refusal& refusal = facts_.refusals[channel][reason];
  if (refusal.count++ == 0) refusal.first = at;
}

}  // namespace idn::parser
