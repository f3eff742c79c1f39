// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The four octets that start every IDN-Hello datagram (sections 1.2 and 1.3).
namespace idn::wire {

enum class Command : std::uint8_t {
  Void = 0x00,
  PingRequest = 0x08,
  PingResponse = 0x09,
  GroupRequest = 0x0C,
  GroupResponse = 0x0D,
  ScanRequest = 0x10,
  ScanResponse = 0x11,
  ServiceMapRequest = 0x12,
  ServiceMapResponse = 0x13,
  RtMessage = 0x40,
  RtMessageAckRequest = 0x41,
  RtClose = 0x44,
  RtCloseAckRequest = 0x45,
  RtAbort = 0x46,
  RtAcknowledge = 0x47,
};

/// Commands 0x40 to 0x46, which a client sends on a connection and which share one sequence counter.
constexpr bool is_realtime(Command c) noexcept {
  return c >= Command::RtMessage && c <= Command::RtAbort;
}
constexpr bool is_close(Command c) noexcept {
  return c == Command::RtClose || c == Command::RtCloseAckRequest;
}
constexpr bool requests_acknowledge(Command c) noexcept {
  return c == Command::RtMessageAckRequest || c == Command::RtCloseAckRequest;
}

/// A ping is this header and an opaque payload; the response repeats both (section 1.4).
struct PacketHeader {
  static constexpr std::size_t kSize = 4;

  Command command{};              ///< any octet can arrive; values without a name are possible
  std::uint8_t client_group = 0;  ///< 0..15, the low nibble of the flags octet
  std::uint16_t sequence = 0;

  /// Ignores the reserved high nibble of the flags.
  static constexpr Result<PacketHeader> decode(ByteReader& in) noexcept {
    const auto command = static_cast<Command>(in.read<std::uint8_t>());
    const auto flags = in.read<std::uint8_t>();
    const auto sequence = in.read<std::uint16_t>();
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return PacketHeader{command, static_cast<std::uint8_t>(flags & 0x0F), sequence};
  }

  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(command));
    out.write(static_cast<std::uint8_t>(client_group & 0x0F));
    out.write(sequence);
  }

  friend constexpr bool operator==(const PacketHeader&, const PacketHeader&) = default;
};

}  // namespace idn::wire
