// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "idn/stream/receive/receiver.hpp"

namespace idn::fuzz {

/// A listener that checks the events of a receiver, their order and their times, and aborts the process at the
/// first violation.
class ReceiverModel final : public stream::ReceiverListener {
 public:
  explicit ReceiverModel(const stream::ReceiverConfig& config) : config_(config) {}

  /// Sets the latest time that was passed to the receiver.
  void set_time(TimePoint now) noexcept { now_ = now; }

  /// Call after every call of the receiver: checks limits and time-outs.
  void check(const stream::Receiver& receiver) const;

  std::size_t samples() const noexcept { return samples_; }

  void on_datagram(const stream::DatagramReport& report) override;
  void on_session_closed(const stream::SessionId& id, stream::EndReason, TimePoint at) override;
  void on_channel_closed(const stream::ChannelId& id, stream::EndReason, TimePoint at) override;
  void on_dark(const stream::ChannelId& id, stream::EndReason, Instant time) override;

 private:
  struct Session {
    TimePoint last_packet;
    TimePoint last_message;
  };
  struct Channel {
    stream::ChannelRouting routing;
    bool lit = false;
  };

  void check_time(TimePoint at) const;
  void check_session(const stream::DatagramReport& report);
  void open(const stream::SessionId& id);
  void route(const stream::ChannelId& id, const stream::ChannelRouting& routing);
  void check_content(const stream::ChannelId& id, const stream::SampleChunk& chunk);
  void check_content(const stream::ChannelId& id, const stream::AudioChunk& chunk);
  void check_content(const stream::ChannelId& id, const stream::DmxChunk& chunk);
  void check_content(const stream::ChannelId& id, const stream::DmxLevelChunk& chunk);
  Channel& open_channel(const stream::ChannelId& id);
  void light(const stream::ChannelId& id, TimePoint arrival, wire::ServiceMode mode);

  stream::ReceiverConfig config_;
  TimePoint now_;
  std::map<stream::SessionId, Session> sessions_;
  std::map<stream::ChannelId, Channel> channels_;
  std::uint64_t last_serial_ = 0;
  std::size_t samples_ = 0;
};

}  // namespace idn::fuzz
