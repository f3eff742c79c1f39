// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/wire/channel_config.hpp"
#include "idn/wire/channel_message_header.hpp"
#include "idn/wire/chunk.hpp"
#include "idn/wire/packet_header.hpp"

/// A channel message taken apart, and the few messages that consist of headers only.
namespace idn::wire {

/// Views into the received octets; valid as long as those are.
struct ChannelMessage {
  ChannelMessageHeader header{};          ///< as it came
  std::optional<ChannelConfig> config{};  ///< nothing where the message has none
  ConstBytes data{};        ///< after the configuration: chunk header and samples, or raw fragment octets
  std::size_t surplus = 0;  ///< octets of the datagram behind totalSize, to be ignored and counted

  /// Takes the whole payload of a real-time packet.
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage, Errc::BadConfiguration.
  static constexpr Result<ChannelMessage> decode(ConstBytes payload) noexcept {
    Result<ChannelMessage> message(tl::in_place);
    ByteReader in(payload);
    auto read = message->header.read(in);
    if (read) read = message->read_behind_header(payload);
    if (!read) message = tl::unexpected(read.error());
    return message;
  }

  /// What follows the header, which was read from the same payload, into a message that is empty but for it.
  /// In place: spares a copy where the message is kept.
  /// Errors: Errc::BadConfiguration.
  constexpr Result<void> read_behind_header(ConstBytes payload) noexcept {
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

/// Void message on a channel: keeps link, session and output alive.
constexpr void encode_void(std::uint8_t channel, WireMicros timestamp, ByteWriter& out) noexcept {
  ChannelMessageHeader{ChannelMessageHeader::kSize, channel, false, ChunkType::Void, timestamp}.encode(out);
}

/// Void message that closes the channel.
constexpr void encode_channel_close(std::uint8_t channel, WireMicros timestamp, ByteWriter& out) noexcept {
  constexpr auto kSize = ChannelMessageHeader::kSize + ChannelConfig::kHeaderSize;
  ChannelMessageHeader{kSize, channel, true, ChunkType::Void, timestamp}.encode(out);
  ChannelConfig{.close = true}.encode(out);
}

}  // namespace idn::wire
