// SPDX-License-Identifier: MIT
#include "stream/receiver_session.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {

std::int64_t TimestampUnwrapper::read(const wire::ChannelMessageHeader& header) noexcept {
  if (wire::is_sequel(header.type) && last_us_) return *last_us_;
  // Timestamps that leap by half an hour with each packet for days could leave 64 bits: begin anew before.
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
  const bool continues = last_us_ && *last_us_<kFarthest&& * last_us_> - kFarthest;
  const auto first = static_cast<std::int64_t>(static_cast<std::uint32_t>(header.timestamp));
  last_us_ = continues ? unwrap(header.timestamp, *last_us_) : first;
  return *last_us_;
}

void ReceiverSession::begin(const SessionId& id) noexcept {
  id_ = id;
  unwrapper_ = {};
  pipeline_events_.fill(0);
  next_deadline_ = kNever;
}

MessageEffect ReceiverSession::on_message(const wire::ChannelMessage& message, std::int64_t media_us,
                                          std::uint16_t sequence, TimePoint now) {
  MessageEffect effect;
  const std::uint8_t number = message.header.channel;
  const ChannelId id = channel_id(number);
  if (message.config && message.config->routing)
    channel_for_routing(number).route(id, *message.config, now, effect);
  if (is_open(number)) {
    ReceiverChannel& channel = *channels_[number];
    channel.consume(id, {message, sequence, media_us, now}, effect);
    const bool wants_close = message.config && message.config->close;
    if (wants_close && message.header.type == wire::ChunkType::FrameFirst)
      channel.close_when_complete(id, now, effect);
    else if (wants_close)
      channel.close(id, EndReason::Closed, now, effect);
    next_deadline_ = std::min(next_deadline_, channel.next_deadline());
  } else if (message.header.type != wire::ChunkType::Void) {
    effect.input_events |= wire::input_event::kChannelClosed;
  }
  pipeline_events_[number] |= effect.pipeline_events;
  return effect;
}

MessageEffect ReceiverSession::on_broken_message(std::uint8_t channel) noexcept {
  pipeline_events_[channel] |= wire::pipeline_event::kPayload;
  return {.pipeline_events = wire::pipeline_event::kPayload};
}

void ReceiverSession::close_channels(EndReason reason, TimePoint at) {
  for (std::size_t i = 0; i < kChannels; ++i) {
    if (!channels_[i]) continue;
    MessageEffect effect;
    channels_[i]->close(channel_id(i), reason, at, effect);
    pipeline_events_[i] |= effect.pipeline_events;
  }
  next_deadline_ = kNever;
}

bool ReceiverSession::has_open_channels() const noexcept {
  return std::ranges::any_of(channels_, [](const auto& channel) { return channel && channel->is_open(); });
}

std::uint16_t ReceiverSession::take_pipeline_events(std::uint8_t channel) noexcept {
  const std::uint16_t state = is_open(channel) ? std::uint16_t{0} : wire::pipeline_event::kClosed;
  return static_cast<std::uint16_t>(std::exchange(pipeline_events_[channel], std::uint16_t{0}) | state);
}

void ReceiverSession::on_deadline(TimePoint now) {
  if (next_deadline_ > now) return;
  next_deadline_ = kNever;
  for (std::size_t i = 0; i < kChannels; ++i) {
    if (!channels_[i]) continue;
    MessageEffect effect;
    channels_[i]->on_deadline(channel_id(i), now, effect);
    pipeline_events_[i] |= effect.pipeline_events;
    next_deadline_ = std::min(next_deadline_, channels_[i]->next_deadline());
  }
}

bool ReceiverSession::is_open(std::uint8_t channel) const noexcept {
  return channels_[channel] && channels_[channel]->is_open();
}

ReceiverChannel& ReceiverSession::channel_for_routing(std::uint8_t channel) {
  auto& slot = channels_[channel];
  if (!slot) slot = std::make_unique<ReceiverChannel>(context_, room_);
  return *slot;
}

}  // namespace idn::stream
