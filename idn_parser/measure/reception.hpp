// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <map>
#include <memory>

#include "cli/dmx_meter.hpp"
#include "idn/statistics.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "idn_parser/measure/configuration_gaps.hpp"
#include "idn_parser/measure/event_counts.hpp"
#include "idn_parser/measure/refusals.hpp"

namespace idn::parser {

struct SessionEnd {
  Duration time{};  ///< since 1970
  stream::EndReason reason{};
};

struct ReceptionFacts {
  std::uint64_t datagrams = 0;  ///< passed to the receiver
  std::uint64_t sessions = 0;
  EventCounts input_events{};
  std::map<std::uint8_t, EventCounts> pipeline_events{};  ///< by channel
  std::map<std::uint8_t, Refusals> refusals{};            ///< by channel
  std::map<std::uint8_t, cli::DmxMeter> dmx{};            ///< by channel, of DMX512 and laser effects
  BoundedEventLog<SessionEnd> ends{};                     ///< when sessions ended, and why
  BoundedEventLog<SessionEnd> darkness{};                 ///< when outputs went dark, and why
};

/// Simulates how a receiver would have treated a connection: runs the library's receiver by the time of the
/// capture. Each connection has one of its own, which offers every type of service. Threads: one owner.
class Reception final : private stream::ReceiverListener {
 public:
  /// @param latency of its outputs: from the timestamp of a chunk to its playout
  explicit Reception(const Endpoint& client, Duration latency);

  /// By channel number, 0..63.
  using Channels = std::bitset<64>;

  /// Processes time-outs up to `time`, since 1970.
  /// @return the channels whose output went dark because of them
  Channels expire(Duration time);
  /// @param datagram in its length on the wire
  /// @param is_whole the capture has all of its octets: what it cut off has no levels
  /// @return the channels whose output went dark with it
  Channels take(ConstBytes datagram, bool is_whole, const capture::CapturePosition& at);

  /// @param datagram a request of the client, complete
  void take_request(ConstBytes datagram, const capture::CapturePosition& at);

  const ReceptionFacts& facts() const noexcept { return facts_; }

 private:
  void on_datagram(const stream::DatagramReport& report) override;
  void on_session_closed(const stream::SessionId&, stream::EndReason reason, TimePoint at) override {
    facts_.ends.add({at.time_since_epoch(), reason});
  }
  void on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) override;
  void note_loss(const stream::DatagramReport& report);
  bool follows_lost_configuration(std::uint8_t channel, RefusalReason reason) const;
  void note_frame(std::uint8_t channel, const stream::DatagramReport& report);
  void note_line(std::uint8_t channel, const stream::DatagramReport& report);
  void refuse(std::uint8_t channel, RefusalReason reason, const capture::CapturePosition& at);

  Endpoint client_;
  ReceptionFacts facts_;
  capture::CapturePosition at_;               ///< of the datagram that is processed
  bool is_whole_ = true;                      ///< that datagram
  Channels dark_channels_;                    ///< since the last call
  std::map<std::uint8_t, ChannelPast> past_;  ///< by channel
  stream::Receiver receiver_;
};

}  // namespace idn::parser
