// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The four octets that start every IDN-Hello datagram (sections 1.2 and 1.3).
namespace idn::wire {

/// What a packet is for.
enum class Command : std::uint8_t {
  Void = 0x00,                 ///< nothing: to be passed over
  PingRequest = 0x08,          ///< is somebody there?
  PingResponse = 0x09,         ///< yes
  GroupRequest = 0x0C,         ///< about the client groups that are admitted
  GroupResponse = 0x0D,        ///< the answer to it
  ScanRequest = 0x10,          ///< who is there?
  ScanResponse = 0x11,         ///< a unit's answer to it
  ServiceMapRequest = 0x12,    ///< which services are there?
  ServiceMapResponse = 0x13,   ///< the answer to it
  RtMessage = 0x40,            ///< a channel message, or none
  RtMessageAckRequest = 0x41,  ///< the same, and an acknowledge is wanted
  RtClose = 0x44,              ///< the session ends when everything has been played
  RtCloseAckRequest = 0x45,    ///< the same, and an acknowledge is wanted
  RtAbort = 0x46,              ///< the session ends at once
  RtAcknowledge = 0x47,        ///< the answer to what asked for one
};

/// Commands 0x40 to 0x46, which a client sends on a connection and which share one sequence counter.
constexpr bool is_realtime(Command c) noexcept {
  return c >= Command::RtMessage && c <= Command::RtAbort;
}
/// Whether the session ends in good order.
constexpr bool is_close(Command c) noexcept {
  return c == Command::RtClose || c == Command::RtCloseAckRequest;
}
/// Whether an acknowledge is wanted.
constexpr bool requests_acknowledge(Command c) noexcept {
  return c == Command::RtMessageAckRequest || c == Command::RtCloseAckRequest;
}

/// A ping is this header and an opaque payload; the response repeats both (section 1.4).
struct PacketHeader {
  static constexpr std::size_t kSize = 4;  ///< octets on the wire

  Command command{};              ///< any octet can arrive; values without a name are possible
  std::uint8_t client_group = 0;  ///< 0..15, the low nibble of the flags octet
  std::uint16_t sequence = 0;     ///< of the sender; wraps

  /// Ignores the reserved high nibble of the flags.
  /// Errors: Errc::Truncated.
  static constexpr Result<PacketHeader> decode(ByteReader& in) noexcept {
    PacketHeader header;
    if (!header.read(in)) return fail(Errc::Truncated, in.position());
    return header;
  }

  /// The same in place, for callers that keep it. False where there are not enough octets.
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
