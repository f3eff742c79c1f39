// SPDX-License-Identifier: MIT
#include "stream/receiver_channel.hpp"

#include <algorithm>

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
                            MessageEffect& effect) {
  data_match_ = config.data_match;
  const Request request{config.service_id, config.mode};
  const bool is_routed = open_ && outcome_ == RoutingOutcome::Routed;
  // Most configurations repeat the one before: no need to search the table again, which does not change.
  ServiceTable::Service* const service =
      is_routed && request_ == request ? service_ : context_.services.find(request.service_id, request.mode);
  const bool served = is_routed && request_.mode == request.mode && service_ == service;
  if (!served) attach(id, request, service, now, effect);
  if (outcome_ != RoutingOutcome::Routed) effect.pipeline_events |= mute_event(outcome_);
  if (content_ != nullptr) configure(id, config.service_configuration, now, effect);
}

/// A failed routing leaves the channel open and muted; each later request tries again, so that a service that
/// becomes free is taken over with the next repetition of the configuration.
void ReceiverChannel::attach(const ChannelId& id, Request request, ServiceTable::Service* service,
                             TimePoint now, MessageEffect& effect) {
  const bool repeated = open_ && outcome_ != RoutingOutcome::Routed && request_ == request;
  const RoutingOutcome before = outcome_;
  detach(id, EndReason::Rerouted, now, effect);
  open_ = true;
  request_ = request;
  if (service == nullptr && request.mode != ServiceMode::Void)
    outcome_ = RoutingOutcome::ServiceUnknown;
  else if (service != nullptr && !ServiceTable::claim(*service, this))
    outcome_ = RoutingOutcome::ServiceBusy;
  else
    outcome_ = RoutingOutcome::Routed;
  if (outcome_ == RoutingOutcome::Routed) service_ = service;
  if (service_ != nullptr) content_ = make_content(request.mode);
  if (repeated && outcome_ == before) return;
  effect.pipeline_events |= kRouted;
  const std::uint8_t found = service == nullptr ? std::uint8_t{0} : service->entry.service_id;
  context_.listener.on_channel_routed(id, {outcome_, found, request.mode, request.service_id}, now);
}

void ReceiverChannel::detach(const ChannelId& id, EndReason reason, TimePoint at, MessageEffect& effect) {
  drained_at_ = reason == EndReason::Closed ? held_until() : TimePoint::min();
  if (content_ != nullptr) content_->interrupt(effect);
  content_ = nullptr;
  any_content_.emplace<std::monostate>();
  configured_ = false;
  go_dark(id, reason, at);
  if (service_ != nullptr) ServiceTable::release(*service_, this);
  service_ = nullptr;
  close_pending_ = false;
}

Content* ReceiverChannel::make_content(ServiceMode mode) {
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

void ReceiverChannel::configure(const ChannelId& id, ConstBytes configuration, TimePoint now,
                                MessageEffect& effect) {
  if (is_configured_as(configuration)) return;
  // Fragments that were sent for the old layout would be read with the new one.
  content_->interrupt(effect);
  if (const std::uint16_t events = content_->configure(configuration); events != 0) {
    effect.pipeline_events |= events;
    return lose_configuration(id, now);
  }
  configured_ = true;
  configuration_size_ = std::min(configuration.size(), configuration_.size());
  std::ranges::copy(configuration.first(configuration_size_), configuration_.begin());
}

bool ReceiverChannel::is_configured_as(ConstBytes configuration) const noexcept {
  return configured_ &&
         std::ranges::equal(configuration, ConstBytes(configuration_).first(configuration_size_));
}

void ReceiverChannel::consume(const InboundMessage& message, MessageEffect& effect) {
  if (message.content.header.type == ChunkType::Void || request_.mode == ServiceMode::Void) return;
  if (content_ == nullptr) {
    effect.pipeline_events |= mute_event(outcome_);
  } else if (const std::uint16_t events = refusal(message); events != 0) {
    content_->interrupt(effect);
    effect.pipeline_events |= events;
    if (events == kMatchValue) lose_configuration(message.id, message.arrival);
  } else {
    content_->consume(message, effect);
    if (effect.output != OutputChange::None) lit_ = effect.output == OutputChange::Lit;
  }
  if (close_pending_ && !content_->is_incomplete())
    close(message.id, EndReason::Closed, message.arrival, effect);
}

void ReceiverChannel::consume_late(const InboundMessage& message, MessageEffect& effect) {
  if (content_ == nullptr || !content_->takes_late() || refusal(message) != 0) return;
  content_->consume(message, effect);
  if (effect.output != OutputChange::None) lit_ = effect.output == OutputChange::Lit;
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
void ReceiverChannel::lose_configuration(const ChannelId& id, TimePoint now) {
  configured_ = false;
  content_->give_up_output();
  go_dark(id, EndReason::ConfigurationLost, now);
}

void ReceiverChannel::close_when_complete(const ChannelId& id, TimePoint now, MessageEffect& effect) {
  close_pending_ = content_ != nullptr && content_->is_incomplete();
  if (!close_pending_) close(id, EndReason::Closed, now, effect);
}

void ReceiverChannel::close(const ChannelId& id, EndReason reason, TimePoint at, MessageEffect& effect) {
  if (!open_) return;
  detach(id, reason, at, effect);
  open_ = false;
  context_.listener.on_channel_closed(id, reason, at);
}

void ReceiverChannel::on_deadline(const ChannelId& id, TimePoint now, MessageEffect& effect) {
  const TimePoint at = next_deadline();
  if (content_ == nullptr || at > now) return;
  content_->interrupt(effect);
  if (close_pending_) close(id, EndReason::Closed, at, effect);
}

void ReceiverChannel::go_dark(const ChannelId& id, EndReason reason, TimePoint at) {
  if (!lit_) return;
  lit_ = false;
  context_.listener.on_dark(id, reason, context_.clocks.moved_to(at));
}

}  // namespace idn::stream
