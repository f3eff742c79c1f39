// SPDX-License-Identifier: MIT
#include "stream/receiver_channel.hpp"

#include <algorithm>

namespace idn::stream {
namespace {

using namespace wire::pipeline_event;
using wire::ChunkType;
using wire::ServiceMode;

/// More samples than any frame needs (section 2.7).
constexpr std::size_t kMaxFrameSamples = 131'072;

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

bool is_graphic(ServiceMode mode) {
  return mode == ServiceMode::GraphicContinuous || mode == ServiceMode::GraphicDiscrete;
}

std::uint16_t mute_event(RoutingOutcome outcome) {
  return outcome == RoutingOutcome::ServiceBusy ? kServiceBusy : kServiceUnknown;
}

}  // namespace

void ReceiverChannel::route(const ChannelId& id, const wire::ChannelConfig& config, TimePoint now,
                            MessageEffect& effect) {
  data_match_ = config.data_match;
  const Request request{config.service_id, config.mode};
  ServiceTable::Service* service = context_.services.find(request.service_id, request.mode);
  const bool served =
      open_ && outcome_ == RoutingOutcome::Routed && request_.mode == request.mode && service_ == service;
  if (!served) attach(id, request, service, now, effect);
  if (outcome_ != RoutingOutcome::Routed) effect.pipeline_events |= mute_event(outcome_);
  if (service_ != nullptr) configure(id, config.service_configuration, now, effect);
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
  if (repeated && outcome_ == before) return;
  effect.pipeline_events |= kRouted;
  const std::uint8_t found = service == nullptr ? std::uint8_t{0} : service->entry.service_id;
  context_.listener.on_channel_routed(id, {outcome_, found, request.mode}, now);
}

void ReceiverChannel::detach(const ChannelId& id, EndReason reason, TimePoint at, MessageEffect& effect) {
  drop_frame(effect);
  go_dark(id, reason, at);
  if (service_ != nullptr) ServiceTable::release(*service_, this);
  service_ = nullptr;
  layout_.reset();
  timeline_ = {};
  close_pending_ = false;
}

void ReceiverChannel::configure(const ChannelId& id, ConstBytes configuration, TimePoint now,
                                MessageEffect& effect) {
  if (!is_graphic(request_.mode) || is_configured_as(configuration)) return;
  // Fragments that were sent for the old layout would be read with the new one.
  drop_frame(effect);
  const auto layout = wire::SampleLayout::from_dictionary(configuration);
  if (!layout) {
    effect.pipeline_events |= kConfiguration;
    layout_.reset();
    return go_dark(id, EndReason::ConfigurationLost, now);
  }
  layout_ = *layout;
  configuration_size_ = std::min(configuration.size(), configuration_.size());
  std::ranges::copy(configuration.first(configuration_size_), configuration_.begin());
}

bool ReceiverChannel::is_configured_as(ConstBytes configuration) const noexcept {
  return layout_ && std::ranges::equal(configuration, ConstBytes(configuration_).first(configuration_size_));
}

void ReceiverChannel::consume(const ChannelId& id, const InboundMessage& message, MessageEffect& effect) {
  const ChunkType type = message.content.header.type;
  if (type == ChunkType::Void || request_.mode == ServiceMode::Void) return;
  if (outcome_ != RoutingOutcome::Routed) {
    effect.pipeline_events |= mute_event(outcome_);
  } else if (!carries(request_.mode, type)) {
    drop_frame(effect);
    effect.pipeline_events |= kChunkType;
  } else if (request_.mode == ServiceMode::GraphicContinuous) {
    on_wave(id, message, effect);
  } else if (request_.mode == ServiceMode::GraphicDiscrete) {
    on_frame_data(id, message, effect);
  } else {
    effect.pipeline_events |= kRange;  // effects, DMX512 and audio are received but not played
  }
  if (close_pending_ && !frame_.in_progress()) close(id, EndReason::Closed, message.arrival, effect);
}

/// Samples for another configuration than the stored one must not be shown, nor anything after them until the
/// next configuration.
std::optional<wire::ChunkHeader> ReceiverChannel::read_header(const ChannelId& id, ByteReader& in,
                                                              TimePoint now, MessageEffect& effect) {
  const auto chunk = wire::ChunkHeader::decode(in);
  if (!chunk) {
    effect.pipeline_events |= kPayload;
  } else if (!layout_) {
    effect.pipeline_events |= kConfiguration;
  } else if (chunk->config_match != data_match_) {
    effect.pipeline_events |= kMatchValue;
    layout_.reset();
    go_dark(id, EndReason::ConfigurationLost, now);
  } else {
    return *chunk;
  }
  return std::nullopt;
}

void ReceiverChannel::on_wave(const ChannelId& id, const InboundMessage& message, MessageEffect& effect) {
  ByteReader in(message.content.data);
  const auto chunk = read_header(id, in, message.arrival, effect);
  if (!chunk) return;
  const ConstBytes octets = in.take_rest();
  if (octets.size() % layout_->sample_size() != 0) {
    effect.pipeline_events |= kPayload;
    return;
  }
  if (octets.empty() || chunk->duration_us == 0) {
    effect.pipeline_events |= kChunkTooShort;
    return;
  }
  const WavePlacement placement = timeline_.place(message.media_us, chunk->duration_us);
  if (placement.is_discontinuous()) effect.pipeline_events |= kContinuity;
  if (!placement.is_shown()) return;
  effect.took_data = true;
  effect.duration_us = chunk->duration_us;
  SampleChunk shown{.arrival = message.arrival,
                    .mode = ServiceMode::GraphicContinuous,
                    .media_us = message.media_us,
                    .duration_us = chunk->duration_us,
                    .placement = placement};
  deliver(id, octets, shown, effect);
}

void ReceiverChannel::on_frame_data(const ChannelId& id, const InboundMessage& message, MessageEffect& effect) {
  switch (message.content.header.type) {
    case ChunkType::Frame:
      return on_whole_frame(id, message, effect);
    case ChunkType::FrameFirst:
      return on_first_fragment(id, message, effect);
    default:
      return on_sequel(id, message, effect);
  }
}

void ReceiverChannel::on_whole_frame(const ChannelId& id, const InboundMessage& message,
                                     MessageEffect& effect) {
  drop_frame(effect);
  ByteReader in(message.content.data);
  const auto chunk = read_header(id, in, message.arrival, effect);
  if (!chunk) return;
  show_frame(id, *chunk, in.take_rest(), {.arrival = message.arrival, .media_us = message.media_us}, effect);
  if (effect.took_data) effect.duration_us = chunk->duration_us;
}

void ReceiverChannel::on_first_fragment(const ChannelId& id, const InboundMessage& message,
                                        MessageEffect& effect) {
  drop_frame(effect);
  ByteReader in(message.content.data);
  const auto chunk = read_header(id, in, message.arrival, effect);
  if (!chunk) return;
  const Fragment first{in.take_rest(), message.content.header.timestamp, message.sequence};
  if (frame_.start(first, message.arrival) == FrameAssembler::Outcome::Failed) {
    effect.pipeline_events |= kFragment;
    effect.input_events |= wire::input_event::kResources;
    return;
  }
  frame_header_ = *chunk;
  frame_media_us_ = message.media_us;
  effect.took_data = true;
  effect.duration_us = chunk->duration_us;
}

void ReceiverChannel::on_sequel(const ChannelId& id, const InboundMessage& message, MessageEffect& effect) {
  const wire::ChannelMessageHeader& header = message.content.header;
  const Fragment sequel{message.content.data, header.timestamp, message.sequence};
  switch (frame_.append(sequel, header.is_last_fragment())) {
    case FrameAssembler::Outcome::Failed:
      effect.pipeline_events |= kFragment;
      return;
    case FrameAssembler::Outcome::Incomplete:
      effect.took_data = true;
      return;
    case FrameAssembler::Outcome::Complete:
      show_frame(id, frame_header_, frame_.octets(), {.arrival = message.arrival, .media_us = frame_media_us_},
                 effect);
      frame_.drop();
      return;
  }
}

void ReceiverChannel::show_frame(const ChannelId& id, const wire::ChunkHeader& chunk, ConstBytes octets,
                                 SampleChunk shown, MessageEffect& effect) {
  const std::size_t count = octets.size() / layout_->sample_size();
  if (octets.size() % layout_->sample_size() != 0) {
    effect.pipeline_events |= kPayload;
  } else if (count == 1 || (count > 1 && chunk.duration_us == 0)) {
    effect.pipeline_events |= kChunkTooShort;
  } else if (count > kMaxFrameSamples) {
    effect.pipeline_events |= kRange;
  } else {
    effect.took_data |= count > 0;
    shown.mode = ServiceMode::GraphicDiscrete;
    shown.duration_us = chunk.duration_us;
    shown.once = chunk.once;
    deliver(id, octets, shown, effect);
  }
}

void ReceiverChannel::deliver(const ChannelId& id, ConstBytes octets, SampleChunk& shown,
                              MessageEffect& effect) {
  const std::size_t count = octets.size() / layout_->sample_size();
  if (context_.samples.size() < count) context_.samples.resize(count);
  shown.samples = std::span(context_.samples).first(layout_->decode(octets, context_.samples));
  effect.samples = shown.samples.size();
  lit_ = !shown.samples.empty();
  context_.listener.on_samples(id, shown);
}

void ReceiverChannel::close_when_complete(const ChannelId& id, TimePoint now, MessageEffect& effect) {
  close_pending_ = frame_.in_progress();
  if (!close_pending_) close(id, EndReason::Closed, now, effect);
}

void ReceiverChannel::close(const ChannelId& id, EndReason reason, TimePoint at, MessageEffect& effect) {
  if (!open_) return;
  detach(id, reason, at, effect);
  open_ = false;
  context_.listener.on_channel_closed(id, reason, at);
}

void ReceiverChannel::on_deadline(const ChannelId& id, TimePoint now, MessageEffect& effect) {
  if (frame_.deadline() > now) return;
  const TimePoint at = frame_.deadline();
  drop_frame(effect);
  if (close_pending_) close(id, EndReason::Closed, at, effect);
}

void ReceiverChannel::drop_frame(MessageEffect& effect) noexcept {
  if (!frame_.in_progress()) return;
  effect.pipeline_events |= kFragment;
  frame_.drop();
}

void ReceiverChannel::go_dark(const ChannelId& id, EndReason reason, TimePoint at) {
  if (!lit_) return;
  lit_ = false;
  context_.listener.on_dark(id, reason, at);
}

}  // namespace idn::stream
