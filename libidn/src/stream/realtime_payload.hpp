// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/message.hpp"

/// What a real-time packet carries behind its header (section 1.8.2, step 5).
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
  wire::ChannelMessage message{};  ///< of a BrokenMessage only the header

  static constexpr RealtimePayload decode(ConstBytes octets) noexcept {
    if (octets.empty()) return {};
    const auto message = wire::ChannelMessage::decode(octets);
    if (message) return {PayloadKind::Message, *message};
    if (message.error().code == Errc::NotChannelMessage) return {.kind = PayloadKind::Foreign};
    if (message.error().code != Errc::BadConfiguration) return {.kind = PayloadKind::Malformed};
    RealtimePayload broken{.kind = PayloadKind::BrokenMessage};
    ByteReader in(octets);
    broken.message.header = *wire::ChannelMessageHeader::decode(in);
    return broken;
  }

  constexpr bool names_channel() const noexcept {
    return kind == PayloadKind::Message || kind == PayloadKind::BrokenMessage;
  }
  constexpr bool is_keepalive() const noexcept {
    return kind == PayloadKind::Empty ||
           (kind == PayloadKind::Message && message.header.type == wire::ChunkType::Void);
  }
};

}  // namespace idn::stream
