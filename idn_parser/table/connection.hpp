// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "idn/analysis/sequence_statistics.hpp"
#include "idn/bounded_event_log.hpp"
#include "idn/endpoint.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn_parser/measure/acknowledges.hpp"
#include "idn_parser/measure/reception.hpp"
#include "idn_parser/table/connection_key.hpp"
#include "idn_parser/table/stream_record.hpp"

namespace idn::parser {

/// A real-time datagram as it was captured.
struct RealtimePacket {
  wire::PacketHeader header;
  ConstBytes datagram;          ///< packet header included, in its length on the wire
  std::size_t captured = 0;     ///< octets of it that are in the capture; zeros stand for the rest
  bool was_fragmented = false;  ///< it came in several IP fragments
  capture::CapturePosition at{};

  ConstBytes payload() const noexcept { return datagram.subspan(wire::PacketHeader::kSize); }
};

struct FirstFault {
  Error error;
  capture::CapturePosition at{};
};

/// A sequence number that is not the next one.
struct OrderEvent {
  capture::CapturePosition at;
  std::uint16_t sequence = 0;
  analysis::SequenceUpdate step{};
};

/// What to find out of each connection beside its counts.
struct TableOptions {
  std::optional<PlaybackOptions> playback{};                  ///< the receiver to play wave streams to
  Duration receiver_latency = std::chrono::milliseconds(40);  ///< of the receiver whose events are counted
  std::optional<Duration> window{};                           ///< to measure streams anew in each
  bool keep_datagrams = false;                                ///< a row of each that carries samples
  bool watch_over_time = false;                               ///< what a figure over time shows of streams
};

struct ConnectionCounts {
  std::uint64_t packets = 0;         ///< real-time datagrams of any kind
  analysis::SequenceCounts numbers;  ///< by sequence number: lost, late, duplicates ...
  std::uint64_t malformed = 0;
  std::uint64_t surplus = 0;     ///< datagrams with octets behind their message
  std::uint64_t keepalives = 0;  ///< empty packets, and void messages without configuration
  std::uint64_t closes = 0;
  std::uint64_t aborts = 0;
  std::uint64_t acknowledge_requests = 0;
  std::uint64_t acknowledges = 0;
  std::uint64_t refusals = 0;    ///< acknowledges with a failure code
  std::uint64_t cut = 0;         ///< not enough captured to tell what they carry
  std::uint64_t fragmented = 0;  ///< came in several IP fragments
};

/// One client's real-time packets to one server, and its channels.
class Connection {
 public:
  using Streams = std::map<std::uint8_t, StreamRecord>;

  /// @param plays whether to count the events of a receiver, which takes some 200 KiB
  Connection(const Endpoint& client, const TableOptions& options, bool plays);

  void take(const RealtimePacket& packet);
  /// @param payload behind the packet header of an acknowledge that the server sent
  void take_acknowledge(std::uint16_t sequence, ConstBytes payload, const capture::CapturePosition& at);
  /// No more will come.
  void finish();

  const ConnectionCounts& counts() const noexcept { return counts_; }
  const std::optional<FirstFault>& first_fault() const noexcept { return first_fault_; }
  const BoundedEventLog<OrderEvent>& order_events() const noexcept { return order_events_; }
  const Acknowledges& acknowledges() const noexcept { return acknowledges_; }
  /// What a receiver would have told; null where none was run.
  const Reception* reception() const noexcept { return reception_.get(); }
  /// By channel.
  const Streams& streams() const noexcept { return streams_; }

 private:
  void count_command(wire::Command command) noexcept;
  void check_silence(const RealtimePacket& packet) noexcept;
  void end_playback(const Reception::Channels& darkened);
  void note_step(const RealtimePacket& packet, const analysis::SequencedDatagram& datagram,
                 const analysis::SequenceUpdate& step);
  void take_message(const RealtimePacket& packet, const wire::ChannelMessage& message,
                    const analysis::SequenceUpdate& step);
  std::chrono::microseconds unwrapped(WireMicros timestamp) const noexcept;
  void note_fault(const Error& error, const capture::CapturePosition& at);

  void take_duplicate(const ArrivedMessage& message);
  StreamRecord& stream_of(std::uint8_t channel);

  std::optional<PlaybackOptions> playback_;
  std::optional<Duration> window_;
  bool keeps_datagrams_ = false;
  bool watches_over_time_ = false;
  ConnectionCounts counts_;
  BoundedEventLog<OrderEvent> order_events_;
  Acknowledges acknowledges_;
  std::unique_ptr<Reception> reception_;
  analysis::SequenceStatistics numbers_;
  std::optional<std::chrono::microseconds> newest_media_;  ///< of what carries samples
  std::optional<FirstFault> first_fault_;
  std::optional<Duration> last_arrival_;  ///< nothing where the session is closed
  std::uint64_t silences_ = 0;            ///< link time-outs of an open session
  Streams streams_;
};

}  // namespace idn::parser
