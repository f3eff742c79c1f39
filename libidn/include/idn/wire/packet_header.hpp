// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The four octets that start every IDN-Hello datagram (sections 1.2 and 1.3).
namespace idn::wire {

/// What a packet is for.
enum class Command : std::uint8_t {
  Void = 0x00,                 ///< no action; the packet is ignored
  PingRequest = 0x08,          ///< tests whether the unit answers; any payload
  PingResponse = 0x09,         ///< answer, with the payload of the request
  GroupRequest = 0x0C,         ///< reads or sets the mask of admitted client groups
  GroupResponse = 0x0D,        ///< answer of the unit
  ScanRequest = 0x10,          ///< searches for units
  ScanResponse = 0x11,         ///< answer of each unit: its ID, name and status
  ServiceMapRequest = 0x12,    ///< asks for the list of services
  ServiceMapResponse = 0x13,   ///< answer of the unit
  RtMessage = 0x40,            ///< real-time packet: empty, or with one channel message
  RtMessageAckRequest = 0x41,  ///< as RtMessage, and requests an acknowledge
  RtClose = 0x44,              ///< as RtMessage; then ends the session when everything has been played
  RtCloseAckRequest = 0x45,    ///< as RtClose, and requests an acknowledge
  RtAbort = 0x46,              ///< ends the session at once
  RtAcknowledge = 0x47,        ///< answer to RtMessageAckRequest and RtCloseAckRequest
};

/// Commands 0x40 to 0x46, which a client sends on a connection and which share one sequence counter.
constexpr bool is_realtime(Command c) noexcept {
  return c >= Command::RtMessage && c <= Command::RtAbort;
}
/// Whether the session ends after everything has been played, unlike with RtAbort.
constexpr bool is_close(Command c) noexcept {
  return c == Command::RtClose || c == Command::RtCloseAckRequest;
}
/// Whether the client requests an acknowledge.
constexpr bool requests_acknowledge(Command c) noexcept {
  return c == Command::RtMessageAckRequest || c == Command::RtCloseAckRequest;
}

/// Header of every packet. Responses have the sequence number and the client group of their request; a ping
/// response also repeats the payload, whose content is up to the client (section 1.4).
struct PacketHeader {
  static constexpr std::size_t kSize = 4;  ///< octets on the wire

  Command command{};              ///< may hold values that are no enumerator, since any octet can arrive
  std::uint8_t client_group = 0;  ///< 0..15, the low nibble of the flags octet
  std::uint16_t sequence = 0;     ///< number of the packet, given by the client; wraps

  /// Ignores the reserved high nibble of the flags.
  /// Errors: Errc::Truncated.
  static constexpr FormatResult<PacketHeader> decode(ByteReader& in) noexcept {
    PacketHeader header;
    if (!header.read(in)) return fail(Errc::Truncated, in.position());
    return header;
  }

  /// As decode(), into this object, which spares the caller a copy. @return false if octets are missing.
  constexpr bool read(ByteReader& in) noexcept {
    command = static_cast<Command>(in.read<std::uint8_t>());
    client_group = in.read<std::uint8_t>() & 0x0F;
    sequence = in.read<std::uint16_t>();
    return in.ok();
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(command));
    out.write(static_cast<std::uint8_t>(client_group & 0x0F));
    out.write(sequence);
  }

  friend constexpr bool operator==(const PacketHeader&, const PacketHeader&) = default;
};

}  // namespace idn::wire
