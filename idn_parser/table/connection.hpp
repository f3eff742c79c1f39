// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>

#include "idn/endpoint.hpp"
#include "idn/stream/sequence_tracker.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn_parser/table/stream_record.hpp"

namespace idn::parser {

/// Where a connection comes from and goes to. Receivers tell connections apart by client address, port and
/// group; a capture sees several receivers, so the server belongs to the key here.
struct ConnectionKey {
  Endpoint client;
  Endpoint server;
  std::uint8_t client_group = 0;

  friend constexpr auto operator<=>(const ConnectionKey&, const ConnectionKey&) = default;
};

/// A real-time datagram as it was captured.
struct RealtimePacket {
  wire::PacketHeader header;
  ConstBytes payload;          ///< behind the packet header, in its length on the wire
  std::size_t captured = 0;    ///< octets of `payload` that are in the capture; zeros stand for the rest
  bool is_fragmented = false;  ///< goes on in other IP fragments
  Duration time{};
  std::uint64_t packet_number = 0;  ///< counted from 1 in the capture
};

struct FirstFault {
  Error error;
  std::uint64_t packet_number = 0;
};

struct ConnectionCounts {
  std::uint64_t packets = 0;  ///< real-time datagrams of any kind
  std::uint64_t lost = 0;     ///< by sequence number; what came late is not lost
  std::uint64_t duplicates = 0;
  std::uint64_t reordered = 0;
  std::uint64_t restarts = 0;  ///< jumps of the sequence number too wide to be loss
  std::uint64_t malformed = 0;
  std::uint64_t surplus = 0;     ///< datagrams with octets behind their message
  std::uint64_t keepalives = 0;  ///< empty packets, and void messages without configuration
  std::uint64_t closes = 0;
  std::uint64_t aborts = 0;
  std::uint64_t acknowledge_requests = 0;
  std::uint64_t acknowledges = 0;
  std::uint64_t refusals = 0;    ///< acknowledges with a failure code
  std::uint64_t cut = 0;         ///< not enough captured to tell what they carry
  std::uint64_t fragmented = 0;  ///< in several IP fragments: counted, not measured
};

/// One client's real-time packets to one server, and its channels.
class Connection {
 public:
  using Streams = std::map<std::uint8_t, StreamRecord>;

  void take(const RealtimePacket& packet);
  /// @param payload behind the packet header of an acknowledge that the server sent
  void take_acknowledge(ConstBytes payload);

  const ConnectionCounts& counts() const noexcept { return counts_; }
  const std::optional<FirstFault>& first_fault() const noexcept { return first_fault_; }
  /// By channel.
  const Streams& streams() const noexcept { return streams_; }

 private:
  void count_command(wire::Command command) noexcept;
  stream::SequenceOrder count_sequence(std::uint16_t sequence) noexcept;
  void take_message(const RealtimePacket& packet, bool is_repeated);
  void note_fault(const Error& error, std::uint64_t packet_number);

  ConnectionCounts counts_;
  std::optional<stream::SequenceTracker> sequence_;
  std::optional<FirstFault> first_fault_;
  Streams streams_;
};

}  // namespace idn::parser
