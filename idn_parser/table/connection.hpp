// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "cli/skew.hpp"
#include "idn/analysis/connection_meter.hpp"
#include "idn/endpoint.hpp"
#include "idn/statistics.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn_parser/measure/acknowledges.hpp"
#include "idn_parser/measure/habits.hpp"
#include "idn_parser/measure/link_sum.hpp"
#include "idn_parser/measure/marks.hpp"
#include "idn_parser/measure/reception.hpp"
#include "idn_parser/table/connection_key.hpp"
#include "idn_parser/table/stream_record.hpp"

namespace idn::parser {

/// A real-time datagram as it was captured.
struct RealtimePacket {
  wire::PacketHeader header;
  ConstBytes datagram;  ///< with packet header, in its length on the wire; zeros replace what the capture cut
  std::size_t captured = 0;     ///< octets of `datagram` that are in the capture
  bool was_fragmented = false;  ///< it came in several IP fragments
  capture::UdpMarks marks{};
  capture::CapturePosition at{};

  /// Whether the capture has all of its octets.
  bool is_whole() const noexcept { return captured == datagram.size(); }
  ConstBytes payload() const noexcept { return datagram.subspan(wire::PacketHeader::kSize); }
};

struct FirstFault {
  FormatError error;
  capture::CapturePosition at{};
};

/// A sequence number that is not the next one.
struct OrderEvent {
  capture::CapturePosition at;
  std::uint16_t sequence = 0;
  SequenceStep step{};
};

/// Optional measurements of each connection and its streams.
struct TableOptions {
  std::optional<PlaybackOptions> playback{};  ///< simulate this receiver for wave streams
  std::optional<PlaybackOptions> shown{};     ///< judge what this output shows, where a receiver is simulated
  /// Latency of the simulated receiver whose events are counted.
  Duration receiver_latency = std::chrono::milliseconds(40);
  std::optional<Duration> window{};  ///< also measure each stream in windows of this length
  bool keep_datagrams = false;       ///< keep a row for each sample datagram
  bool record_over_time = false;     ///< record lateness and errors over time, for a figure
};

struct ConnectionCounts {
  std::uint64_t packets = 0;         ///< real-time datagrams of any kind
  capture::CapturePosition first{};  ///< the first of them
  capture::CapturePosition last{};   ///< the last of them
  analysis::SequenceCounts numbers;  ///< by sequence number: lost, late, duplicates ...
  std::uint64_t malformed = 0;
  std::uint64_t surplus = 0;  ///< datagrams with octets after the end of their message
  SizeRange surplus_octets;   ///< how many
  capture::CapturePosition first_surplus{};
  std::uint64_t cut_behind_message = 0;  ///< longer than their message, but captured only in part
  SizeRange cut_octets;                  ///< their payload, in octets on the wire
  std::size_t most_captured = 0;         ///< of their payload
  std::uint64_t keepalives = 0;          ///< empty packets, and void messages without configuration
  std::uint64_t closes = 0;
  std::uint64_t aborts = 0;
  std::uint64_t acknowledge_requests = 0;
  std::uint64_t acknowledges = 0;
  std::uint64_t refusals = 0;    ///< acknowledges with a failure code
  std::uint64_t cut = 0;         ///< cut by the capture before the samples, so not measured
  std::uint64_t fragmented = 0;  ///< came in several IP fragments
};

/// One client's real-time packets to one server, and its channels.
class Connection {
 public:
  using Streams = std::map<std::uint8_t, StreamRecord>;

  /// @param simulates_receiver whether to simulate a receiver and count its events, which takes about 200 KiB
  /// @param link sum of all streams to the server; outlives this
  /// @param skew of all streams; outlives this
  /// @param number of this connection in both
  Connection(const Endpoint& client, const TableOptions& options, bool simulates_receiver, LinkSum& link,
             cli::SkewMeter& skew, std::size_t number);

  void take(const RealtimePacket& packet);
  /// @param header of a request, such as a ping, of this client
  void take_request(ConstBytes header, std::uint16_t sequence, const capture::CapturePosition& at);
  /// @param payload the octets after the packet header of an acknowledge from the server
  void take_acknowledge(std::uint16_t sequence, ConstBytes payload, const capture::CapturePosition& at);
  /// To be called after the last packet.
  void finish();

  const ConnectionCounts& counts() const noexcept { return counts_; }
  const std::optional<FirstFault>& first_fault() const noexcept { return first_fault_; }
  const BoundedEventLog<OrderEvent>& order_events() const noexcept { return order_events_; }
  const Acknowledges& acknowledges() const noexcept { return acknowledges_; }
  /// Whether the last packet has closed or aborted the session.
  bool ends_closed() const noexcept { return !last_arrival_; }
  const HabitWatch& habits() const noexcept { return habits_; }
  const Marks& marks() const noexcept { return marks_; }
  /// The simulated receiver; null if there is none.
  const Reception* reception() const noexcept { return reception_.get(); }
  /// By channel.
  const Streams& streams() const noexcept { return streams_; }

 private:
  void count_command(wire::Command command) noexcept;
  void add_to_sums(const RealtimePacket& packet, const analysis::MeasuredDatagram& measured);
  void add_to_skew(const cli::SkewMeter::Key& stream, const analysis::SampleDatagram& datagram,
                   bool is_configured);
  void ask(const RealtimePacket& packet, bool is_repeated);
  void check_silence(const RealtimePacket& packet) noexcept;
  void end_playback(const Reception::Channels& dark_channels, bool is_timeout);
  void take_message(const RealtimePacket& packet, const analysis::MeasuredDatagram& measured);
  void count_surplus(const RealtimePacket& packet, std::size_t octets);
  void record_fault(const FormatError& error, const capture::CapturePosition& at);

  void take_duplicate(const ArrivedMessage& message);
  StreamRecord& stream_of(std::uint8_t channel);

  std::optional<PlaybackOptions> playback_;
  std::optional<PlaybackOptions> shown_;
  std::optional<Duration> window_;
  bool keeps_datagrams_ = false;
  bool records_over_time_ = false;
  ConnectionCounts counts_;
  BoundedEventLog<OrderEvent> order_events_;
  Acknowledges acknowledges_;
  HabitWatch habits_;
  Marks marks_;
  std::unique_ptr<Reception> reception_;
  analysis::ConnectionMeter meter_;
  LinkSum* link_;
  cli::SkewMeter* skew_;
  std::size_t number_;
  std::optional<FirstFault> first_fault_;
  std::optional<Duration> last_arrival_;  ///< empty while the session is closed
  std::uint64_t silences_ = 0;            ///< link time-outs of an open session
  Streams streams_;
};

}  // namespace idn::parser
