// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/channel_message.hpp"

/// The payload of a real-time packet, after its header (section 1.8.2, step 5).
namespace idn::stream {

enum class PayloadKind : std::uint8_t {
  Empty,
  Message,
  BrokenMessage,  ///< the configuration does not fit into it
  Foreign,        ///< a message, but not for a channel
  Malformed,      ///< impossible size
};

/// A view of the received octets.
struct RealtimePayload {
  PayloadKind kind = PayloadKind::Empty;
  wire::ChannelMessage message;  ///< of a BrokenMessage only the header
  bool was_little_endian = false;

  static constexpr RealtimePayload decode(ConstBytes octets, bool accept_little_endian) noexcept {
    RealtimePayload payload;  // filled in place, without copies
    if (!octets.empty()) payload.read(octets, accept_little_endian);
    return payload;
  }

  constexpr bool names_channel() const noexcept {
    return kind == PayloadKind::Message || kind == PayloadKind::BrokenMessage;
  }
  constexpr bool is_keepalive() const noexcept {
    return kind == PayloadKind::Empty ||
           (kind == PayloadKind::Message && message.header.type == wire::ChunkType::Void);
  }

 private:
  constexpr void read(ConstBytes octets, bool accept_little_endian) noexcept {
    ByteReader in(octets);
    const auto header = message.header.read(in);
    const bool is_impossible = !header && header.error().code == Errc::BadTotalSize;
    if (is_impossible && accept_little_endian) decode_little_endian(octets);
    if (header || was_little_endian)
      kind = message.read_body(octets) ? PayloadKind::Message : PayloadKind::BrokenMessage;
    else
      kind = header.error().code == Errc::NotChannelMessage ? PayloadKind::Foreign : PayloadKind::Malformed;
  }

  /// Reads a little-endian header, if its size then equals the number of octets.
  constexpr void decode_little_endian(ConstBytes octets) noexcept {
    const auto header = wire::ChannelMessageHeader::decode_little_endian(octets);
    was_little_endian = header && header->total_size == octets.size();
    if (was_little_endian) message.header = *header;
  }
};

}  // namespace idn::stream
