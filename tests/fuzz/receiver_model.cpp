// SPDX-License-Identifier: MIT
#include "fuzz/receiver_model.hpp"

#include <algorithm>

#include "fuzz/target.hpp"

namespace idn::fuzz {

using namespace stream;

void ReceiverModel::check(const Receiver& receiver) const {
  require(receiver.session_count() == sessions_.size());
  require(sessions_.size() <= config_.max_sessions);
  require(receiver.next_deadline() > now_);
  for (const auto& [id, session] : sessions_) {
    require(session.last_packet + config_.link_timeout > now_);
    const auto same_address = [&](const auto& other) {
      return other.first.key.source.address == id.key.source.address;
    };
    const auto of_source = static_cast<std::size_t>(std::ranges::count_if(sessions_, same_address));
    require(of_source <= config_.max_sessions_per_source);
  }
  for (const auto& [id, channel] : channels_)
    if (channel.lit) require(sessions_.at(id.session).last_message + config_.session_timeout > now_);
}

void ReceiverModel::check_time(TimePoint at) const {
  require(at <= now_);
}

ReceiverModel::Channel& ReceiverModel::open_channel(const ChannelId& id) {
  const auto found = channels_.find(id);
  require(found != channels_.end());
  return found->second;
}

void ReceiverModel::on_datagram(const DatagramReport& report) {
  require(report.arrival.at == now_);
  if (report.opens_session) open(report.session);
  check_session(report);
  if (report.kind != DatagramKind::Realtime) {
    require(!report.opens_session && !report.routing && !report.output && !report.took_data);
    return require(std::holds_alternative<std::monostate>(report.content));
  }
  if (report.routing) route(report.channel(), *report.routing);
  std::visit(
      [&](const auto& content) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(content)>, std::monostate>)
          check_content(report.channel(), content);
      },
      report.content);
}

/// Only what is left over belongs to a session that has ended.
void ReceiverModel::check_session(const DatagramReport& report) {
  const auto found = sessions_.find(report.session);
  require((found == sessions_.end()) == (report.kind == DatagramKind::LeftOver));
  if (report.kind != DatagramKind::Realtime) return;
  found->second.last_packet = report.arrival.at;
  if (report.message != nullptr) found->second.last_message = report.arrival.at;
}

void ReceiverModel::open(const SessionId& id) {
  require(id.serial > last_serial_ && id.slot < config_.max_sessions);
  last_serial_ = id.serial;
  for (const auto& [other, session] : sessions_) require(other.key != id.key && other.slot != id.slot);
  sessions_[id] = {now_, now_};
}

void ReceiverModel::on_session_closed(const SessionId& id, EndReason, TimePoint at) {
  check_time(at);
  require(sessions_.erase(id) == 1);
  for (const auto& [channel, state] : channels_) require(channel.session != id);
}

void ReceiverModel::route(const ChannelId& id, const ChannelRouting& routing) {
  require(sessions_.contains(id.session) && id.channel < 64);
  Channel& channel = channels_[id];
  require(!channel.lit);
  channel.routing = routing;
  if (routing.outcome != RoutingOutcome::Routed || routing.service_id == 0) return;
  const auto plays_it_too = [&](const auto& other) {
    return other.second.routing.outcome == RoutingOutcome::Routed &&
           other.second.routing.service_id == routing.service_id;
  };
  require(std::ranges::count_if(channels_, plays_it_too) == 1);
}

void ReceiverModel::on_channel_closed(const ChannelId& id, EndReason, TimePoint at) {
  check_time(at);
  require(!open_channel(id).lit);
  channels_.erase(id);
}

void ReceiverModel::check_content(const ChannelId& id, const SampleChunk& chunk) {
  constexpr std::size_t kMostSamples = 131'072;
  check_time(chunk.arrival);
  Channel& channel = open_channel(id);
  require(channel.routing.outcome == RoutingOutcome::Routed && channel.routing.service_id != 0);
  require(channel.routing.mode == chunk.mode);
  const bool wave = chunk.mode == wire::ServiceMode::GraphicContinuous;
  require(wave || chunk.mode == wire::ServiceMode::GraphicDiscrete);
  require(chunk.samples.size() <= kMostSamples);
  require(chunk.samples.empty() ? !wave : chunk.duration_us > 0);
  require(chunk.placement.is_shown());
  channel.lit = !chunk.samples.empty();
  samples_ += chunk.samples.size();
}

void ReceiverModel::light(const ChannelId& id, TimePoint arrival, wire::ServiceMode mode) {
  check_time(arrival);
  Channel& channel = open_channel(id);
  require(channel.routing.outcome == RoutingOutcome::Routed && channel.routing.service_id != 0);
  require(channel.routing.mode == mode);
  channel.lit = true;
}

void ReceiverModel::check_content(const ChannelId& id, const AudioChunk& chunk) {
  light(id, chunk.arrival, wire::ServiceMode::AudioContinuous);
  require(chunk.duration_us > 0 && chunk.placement.is_shown());
  require(!chunk.values.empty() && chunk.values.size() % chunk.layout.channel_count() == 0);
}

void ReceiverModel::check_content(const ChannelId& id, const DmxChunk& chunk) {
  light(id, chunk.arrival, chunk.mode);
  require(!chunk.octets.empty() && chunk.offset + chunk.octets.size() <= wire::kMaxDmxPacket);
}

void ReceiverModel::check_content(const ChannelId& id, const DmxLevelChunk& chunk) {
  light(id, chunk.arrival, chunk.mode);
}

void ReceiverModel::on_dark(const ChannelId& id, EndReason, Instant time) {
  check_time(time.at);
  Channel& channel = open_channel(id);
  require(channel.lit);
  channel.lit = false;
}

}  // namespace idn::fuzz
