// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/wire/channel_config.hpp"
#include "idn/wire/channel_message_header.hpp"
#include "idn/wire/chunk.hpp"
#include "idn/wire/packet_header.hpp"

/// Decoding of channel messages, and encoding of those that consist of headers only.
namespace idn::wire {

/// A decoded channel message. Configuration and data are views into the received octets, and valid as long as
/// those are.
struct ChannelMessage {
  ChannelMessageHeader header{};          ///< as received
  std::optional<ChannelConfig> config{};  ///< nothing where the message has none
  ConstBytes data{};        ///< after the configuration: chunk header and samples, or raw fragment octets
  std::size_t surplus = 0;  ///< octets of the datagram beyond total_size; not part of the message

  /// Decodes the payload of a real-time packet, all octets after its packet header.
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage, Errc::BadConfiguration.
  static constexpr FormatResult<ChannelMessage> decode(ConstBytes payload) noexcept {
    FormatResult<ChannelMessage> message(tl::in_place);
    ByteReader in(payload);
    auto read = message->header.read(in);
    if (read) read = message->read_body(payload);
    if (!read) message = tl::unexpected(read.error());
    return message;
  }

  /// Decodes the rest into this object, which spares the caller a copy. `header` must have been read from the
  /// same `payload`, and all other members must still be empty.
  /// Errors: Errc::BadConfiguration.
  constexpr FormatResult<void> read_body(ConstBytes payload) noexcept {
    constexpr std::size_t kHeader = ChannelMessageHeader::kSize;
    ByteReader body(payload.subspan(kHeader, header.total_size - kHeader));
    if (header.has_config()) {
      const auto found = ChannelConfig::decode(body);
      if (!found) return fail(found.error().code, kHeader + found.error().offset);
      config = *found;
    }
    surplus = payload.size() - header.total_size;
    data = body.take_rest();
    return {};
  }
};

/// Writes a void message on a channel: keeps link, session and output alive.
constexpr void encode_void(std::uint8_t channel, WireMicros timestamp, ByteWriter& out) noexcept {
  ChannelMessageHeader{ChannelMessageHeader::kSize, channel, false, ChunkType::Void, timestamp}.encode(out);
}

/// Writes a void message that closes the channel.
constexpr void encode_channel_close(std::uint8_t channel, WireMicros timestamp, ByteWriter& out) noexcept {
  constexpr auto kSize = ChannelMessageHeader::kSize + ChannelConfig::kHeaderSize;
  ChannelMessageHeader{kSize, channel, true, ChunkType::Void, timestamp}.encode(out);
  ChannelConfig{.close = true}.encode(out);
}

}  // namespace idn::wire
