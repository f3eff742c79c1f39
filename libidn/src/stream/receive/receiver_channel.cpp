// SPDX-License-Identifier: MIT
#include "stream/receive/receiver_channel.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {
namespace {

using namespace wire::pipeline_event;
using wire::ChunkType;
using wire::ServiceMode;

/// Every chunk but a sequel begins with a header of this size, whose first octet holds the match value.
constexpr std::size_t kChunkHeader = 4;

bool carries(ServiceMode mode, ChunkType type) {
  switch (mode) {
    case ServiceMode::GraphicContinuous:
      return type == ChunkType::Wave;
    case ServiceMode::GraphicDiscrete:
      return type == ChunkType::Frame || type == ChunkType::FrameFirst || type == ChunkType::FrameSequel;
    case ServiceMode::EffectsContinuous:
    case ServiceMode::Dmx512Continuous:
      return type == ChunkType::OctetSegment;
    case ServiceMode::EffectsDiscrete:
    case ServiceMode::Dmx512Discrete:
      return type == ChunkType::DimmerLevels || type == ChunkType::OctetString;
    case ServiceMode::AudioContinuous:
      return type == ChunkType::AudioWave;
    case ServiceMode::Void:
      break;
  }
  return false;
}

std::uint8_t config_match(ConstBytes chunk) {
  return std::to_integer<std::uint8_t>(chunk.front() >> 4) & 0x3;
}

std::uint16_t mute_event(RoutingOutcome outcome) {
  return outcome == RoutingOutcome::ServiceBusy ? kServiceBusy : kServiceUnknown;
}

}  // namespace

void ReceiverChannel::route(const ChannelId& id, const wire::ChannelConfig& config, TimePoint now,
                            DatagramReport& report) {
  data_match_ = config.data_match;
  const Request request{config.service_id, config.mode};
  const bool is_routed = open_ && outcome_ == RoutingOutcome::Routed;
  // Most configurations repeat the one before: no need to search the table again, which does not change.
  ServiceTable::Service* const service =
      is_routed && request_ == request
          ? service_
          : context_.services.find(request.service_id, request.mode, id.session.key.source);
  const bool served = is_routed && request_.mode == request.mode && service_ == service;
  if (!served) attach(id, request, service, now, report);
  if (outcome_ != RoutingOutcome::Routed) report.pipeline_events |= mute_event(outcome_);
  if (content_ != nullptr) configure(config.service_configuration, now, report);
}

/// A failed routing leaves the channel open and muted; each later request tries again, so that a service that
/// becomes free is taken over with the next repetition of the configuration.
void ReceiverChannel::attach(const ChannelId& id, Request request, ServiceTable::Service* service,
                             TimePoint now, DatagramReport& report) {
  const bool repeated = open_ && outcome_ != RoutingOutcome::Routed && request_ == request;
  const RoutingOutcome before = outcome_;
  report.pipeline_events |= detach(EndReason::Rerouted, now);
  report_dark(id);
  open_ = true;
  request_ = request;
  if (service == nullptr && request.mode != ServiceMode::Void)
    outcome_ = RoutingOutcome::ServiceUnknown;
  else if (service != nullptr &&
           !context_.services.claim(*service, this, request.service_id, id.session.key.source))
    outcome_ = RoutingOutcome::ServiceBusy;
  else
    outcome_ = RoutingOutcome::Routed;
  if (outcome_ == RoutingOutcome::Routed) service_ = service;
  if (service_ != nullptr) content_ = make_content(request.mode);
  if (repeated && outcome_ == before) return;
  report.pipeline_events |= kRouted;
  const std::uint8_t found = service == nullptr ? std::uint8_t{0} : service->entry.service_id;
  report.routing = {outcome_, found, request.mode, request.service_id};
}

std::uint16_t ReceiverChannel::detach(EndReason reason, TimePoint at) {
  drained_at_ = reason == EndReason::Closed ? held_until() : TimePoint::min();
  const std::uint16_t events = content_ != nullptr ? content_->interrupt() : std::uint16_t{0};
  content_ = nullptr;
  configured_ = false;
  go_dark(reason, at);
  if (service_ != nullptr) ServiceTable::release(*service_, this);
  service_ = nullptr;
  close_pending_ = false;
  return events;
}

ChannelContent* ReceiverChannel::make_content(ServiceMode mode) {
  switch (mode) {
    case ServiceMode::GraphicContinuous:
      return &any_content_.emplace<WaveContent>(context_);
    case ServiceMode::GraphicDiscrete:
      return &any_content_.emplace<FrameContent>(context_, fragment_budget_);
    case ServiceMode::EffectsContinuous:
    case ServiceMode::Dmx512Continuous:
      return &any_content_.emplace<DmxLineContent>(context_, mode);
    case ServiceMode::EffectsDiscrete:
    case ServiceMode::Dmx512Discrete:
      return &any_content_.emplace<DmxLevelsContent>(context_, mode);
    case ServiceMode::AudioContinuous:
      return &any_content_.emplace<AudioContent>(context_);
    case ServiceMode::Void:
      break;
  }
  return nullptr;
}

void ReceiverChannel::configure(ConstBytes configuration, TimePoint now, DatagramReport& report) {
  if (is_configured_as(configuration)) return;
  // Fragments that were sent for the old layout would be read with the new one.
  report.pipeline_events |= content_->interrupt();
  if (const std::uint16_t events = content_->configure(configuration); events != 0) {
    report.pipeline_events |= events;
    return lose_configuration(now);
  }
  configured_ = true;
  configuration_size_ = std::min(configuration.size(), configuration_.size());
  std::ranges::copy(configuration.first(configuration_size_), configuration_.begin());
}

bool ReceiverChannel::is_configured_as(ConstBytes configuration) const noexcept {
  return configured_ &&
         std::ranges::equal(configuration, ConstBytes(configuration_).first(configuration_size_));
}

void ReceiverChannel::consume(const InboundMessage& message, DatagramReport& report) {
  if (message.content.header.type == ChunkType::Void || request_.mode == ServiceMode::Void) return;
  if (content_ == nullptr) {
    report.pipeline_events |= mute_event(outcome_);
  } else if (const std::uint16_t events = refusal(message); events != 0) {
    report.pipeline_events |= content_->interrupt();
    report.pipeline_events |= events;
    if (events == kMatchValue) lose_configuration(message.arrival);
  } else {
    show(message, report);
  }
  if (close_pending_ && !content_->is_incomplete())
    report.pipeline_events |= close(EndReason::Closed, message.arrival);
}

void ReceiverChannel::consume_late(const InboundMessage& message, DatagramReport& report) {
  if (content_ == nullptr || !content_->takes_late() || refusal(message) != 0) return;
  show(message, report);
}

void ReceiverChannel::show(const InboundMessage& message, DatagramReport& report) {
  const OutputChange change = content_->consume(message, report);
  if (change != OutputChange::None) lit_ = change == OutputChange::Lit;
}

/// Pipeline event with which a chunk is refused; zero: the content takes it. Sequels have no chunk header.
std::uint16_t ReceiverChannel::refusal(const InboundMessage& message) const noexcept {
  const wire::ChannelMessage& content = message.content;
  if (!carries(request_.mode, content.header.type)) return kChunkType;
  if (wire::is_sequel(content.header.type)) return 0;
  if (content.data.size() < kChunkHeader) return kPayload;
  if (!configured_) return kConfiguration;
  return config_match(content.data) == data_match_ ? 0 : kMatchValue;
}

/// Data for another configuration than the stored one must not be shown, nor anything after it until the next
/// configuration.
void ReceiverChannel::lose_configuration(TimePoint now) {
  configured_ = false;
  content_->give_up_output();
  go_dark(EndReason::ConfigurationLost, now);
}

std::uint16_t ReceiverChannel::close_when_complete(TimePoint now) {
  close_pending_ = content_ != nullptr && content_->is_incomplete();
  return close_pending_ ? std::uint16_t{0} : close(EndReason::Closed, now);
}

std::uint16_t ReceiverChannel::close(EndReason reason, TimePoint at) {
  if (!open_) return 0;
  open_ = false;
  closed_ = {reason, at};
  return detach(reason, at);
}

std::uint16_t ReceiverChannel::on_deadline(TimePoint now) {
  const TimePoint at = next_deadline();
  if (content_ == nullptr || at > now) return 0;
  const std::uint16_t events = content_->interrupt();
  if (close_pending_) close(EndReason::Closed, at);  // nothing is left that it would interrupt
  return events;
}

void ReceiverChannel::go_dark(EndReason reason, TimePoint at) {
  if (lit_) dark_ = {reason, at};
  lit_ = false;
}

void ReceiverChannel::report_dark(const ChannelId& id) {
  if (const auto dark = std::exchange(dark_, std::nullopt))
    context_.listener.on_dark(id, dark->reason, context_.clocks.moved_to(dark->at));
}

void ReceiverChannel::report_ends(const ChannelId& id) {
  report_dark(id);
  if (const auto closed = std::exchange(closed_, std::nullopt))
    context_.listener.on_channel_closed(id, closed->reason, closed->at);
  if (content_ == nullptr) any_content_.emplace<std::monostate>();
}

}  // namespace idn::stream
