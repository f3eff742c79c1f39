// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <map>
#include <memory>

#include "idn/bounded_event_log.hpp"
#include "idn/stream/receiver.hpp"
#include "idn_parser/measure/event_counts.hpp"

namespace idn::parser {

struct SessionEnd {
  Duration time{};  ///< since 1970
  stream::EndReason reason{};
};

struct ReceptionFacts {
  std::uint64_t datagrams = 0;  ///< that the receiver was given
  std::uint64_t sessions = 0;
  EventCounts input_events{};
  std::map<std::uint8_t, EventCounts> pipeline_events{};  ///< by channel
  BoundedEventLog<SessionEnd> ends{};                     ///< of sessions
  BoundedEventLog<SessionEnd> darkness{};                 ///< outputs that had to go dark
};

/// What a receiver would have made of a connection: the library's own receiver, in the time of the capture.
/// Each connection has one for itself, with every service, whose outputs buffer 40 ms.
class Reception final : private stream::ReceiverListener {
 public:
  explicit Reception(const Endpoint& client, Duration latency);

  /// By number.
  using Channels = std::bitset<64>;

  /// Time-outs until `time`.
  /// @return the channels whose output went dark by them
  Channels expire(Duration time);
  /// @param datagram as the client sent it, in its full length
  /// @return the channels whose output went dark with it
  Channels take(ConstBytes datagram, Duration time);

  const ReceptionFacts& facts() const noexcept { return facts_; }

 private:
  void on_session_opened(const stream::SessionId&, TimePoint) override { ++facts_.sessions; }
  void on_session_closed(const stream::SessionId&, stream::EndReason reason, TimePoint at) override {
    facts_.ends.add({at.time_since_epoch(), reason});
  }
  void on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) override;
  void on_packet(const stream::SessionId&, const stream::PacketReport& report) override;

  Endpoint client_;
  ReceptionFacts facts_;
  Channels darkened_;  ///< since the last call
  stream::Receiver receiver_;
};

}  // namespace idn::parser
