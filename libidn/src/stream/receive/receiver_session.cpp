// SPDX-License-Identifier: MIT
#include "stream/receive/receiver_session.hpp"

#include <algorithm>
#include <utility>

#include "stream/receive/wave_timeline.hpp"

namespace idn::stream {
namespace {

/// False for a timestamp that is more than kLongestGap back: the sender has restarted.
bool is_same_axis(std::int64_t media_us, const std::optional<std::int64_t>& latest_us) {
  return latest_us && media_us >= *latest_us - WaveTimeline::kLongestGap;
}

}  // namespace

std::int64_t TimestampUnwrapper::peek(const wire::ChannelMessageHeader& header) const noexcept {
  if (wire::is_sequel(header.type) && last_us_) return *last_us_;
  // Timestamps that jump by half an hour with each packet, for days, could overflow 64 bits: start anew before.
  constexpr std::int64_t kFarthest = std::int64_t{1} << 60;
  const bool continues = last_us_ && *last_us_ < kFarthest && *last_us_ > -kFarthest;
  const auto first = static_cast<std::int64_t>(static_cast<std::uint32_t>(header.timestamp));
  return continues ? unwrap(header.timestamp, *last_us_) : first;
}

void ReceiverSession::begin(const SessionId& id, const SampleTransform& transform) noexcept {
  id_ = id;
  transform_ = &transform;
  unwrapper_ = {};
  clock_ = {};
  latest_us_.reset();
  pipeline_events_.fill(0);
  for (const auto& channel : channels_)
    if (channel) channel->forget_output();
  next_deadline_ = kNever;
}

void ReceiverSession::on_message(DatagramReport& report) {
  const wire::ChannelMessage& message = *report.message;
  const std::int64_t media_us = report.media_us;
  const TimePoint now = report.arrival.at;
  const std::uint8_t number = message.header.channel;
  const bool has_media_time = !wire::is_sequel(message.header.type);
  const TimePoint output_now = context_.output_clock.reading(now);
  if (has_media_time) clock_.observe(output_now, media_us);
  if (message.config && message.config->routing)
    channel_for_routing(number).route(channel_id(number), *message.config, now, report);
  if (is_open(number)) {
    ReceiverChannel& channel = *channels_[number];
    channel.consume({message, report.header.sequence, media_us, now, output_now, clock_, *transform_}, report);
    const bool wants_close = message.config && message.config->close;
    if (wants_close && message.header.type == wire::ChunkType::FrameFirst)
      report.pipeline_events |= channel.close_when_complete(now);
    else if (wants_close)
      report.pipeline_events |= channel.close(EndReason::Closed, now);
    next_deadline_ = std::min(next_deadline_, channel.next_deadline());
  } else if (message.header.type != wire::ChunkType::Void) {
    report.input_events |= wire::input_event::kChannelClosed;
  }
  if (has_media_time) {
    report.input_events |= order_event(report);
    latest_us_ = is_same_axis(media_us, latest_us_) ? std::max(media_us, *latest_us_) : media_us;
  }
  pipeline_events_[number] |= report.pipeline_events;
}

/// One that is dropped is reported, and has no other report.
void ReceiverSession::on_late_message(DatagramReport& report) {
  const wire::ChannelMessage& message = *report.message;
  const std::uint8_t number = message.header.channel;
  if (!is_open(number)) return;
  const TimePoint now = report.arrival.at;
  const InboundMessage late{message,
                            report.header.sequence,
                            report.media_us,
                            now,
                            context_.output_clock.reading(now),
                            clock_,
                            *transform_,
                            true};
  channels_[number]->consume_late(late, report);
  if (context_.late == analysis::LateDatagramPolicy::Drop) report.pipeline_events = 0;
  pipeline_events_[number] |= report.pipeline_events;
}

/// kOrder for a timestamp that steps back without harm, as between channels. A chunk that overlaps another one
/// of its channel is reported as kContinuity instead.
std::uint16_t ReceiverSession::order_event(const DatagramReport& report) const noexcept {
  const bool steps_back = is_same_axis(report.media_us, latest_us_) && report.media_us < *latest_us_;
  const bool in_place = (report.pipeline_events & wire::pipeline_event::kContinuity) == 0;
  return steps_back && in_place ? wire::input_event::kOrder : std::uint16_t{0};
}

void ReceiverSession::on_broken_message(std::uint8_t channel, DatagramReport& report) noexcept {
  report.pipeline_events = wire::pipeline_event::kPayload;
  pipeline_events_[channel] |= wire::pipeline_event::kPayload;
}

void ReceiverSession::report_ends(std::uint8_t channel) {
  if (channels_[channel]) channels_[channel]->report_ends(channel_id(channel));
}

void ReceiverSession::close_channels(EndReason reason, TimePoint at) {
  for (std::size_t i = 0; i < kChannels; ++i) {
    if (!channels_[i]) continue;
    pipeline_events_[i] |= channels_[i]->close(reason, at);
    channels_[i]->report_ends(channel_id(i));
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

bool ReceiverSession::holds_data(TimePoint now) const noexcept {
  return std::ranges::any_of(channels_,
                             [now](const auto& channel) { return channel && channel->held_until() > now; });
}

Duration ReceiverSession::latency(std::uint8_t channel) const noexcept {
  return is_open(channel) ? channels_[channel]->latency() : Duration{};
}

void ReceiverSession::on_deadline(TimePoint now) {
  if (next_deadline_ > now) return;
  next_deadline_ = kNever;
  for (std::size_t i = 0; i < kChannels; ++i) {
    if (!channels_[i]) continue;
    pipeline_events_[i] |= channels_[i]->on_deadline(now);
    channels_[i]->report_ends(channel_id(i));
    next_deadline_ = std::min(next_deadline_, channels_[i]->next_deadline());
  }
}

bool ReceiverSession::is_open(std::uint8_t channel) const noexcept {
  return channels_[channel] && channels_[channel]->is_open();
}

ReceiverChannel& ReceiverSession::channel_for_routing(std::uint8_t channel) {
  auto& slot = channels_[channel];
  if (!slot) slot = std::make_unique<ReceiverChannel>(context_, fragment_budget_);
  return *slot;
}

}  // namespace idn::stream
