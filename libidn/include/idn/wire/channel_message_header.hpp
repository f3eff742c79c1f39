// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "idn/bytes.hpp"
#include "idn/result.hpp"
#include "idn/time.hpp"

/// IDN-Stream: the message that carries one chunk of one channel (sections 2.1 to 2.3).
namespace idn::wire {

/// Kind of the chunk that a message carries.
enum class ChunkType : std::uint8_t {
  Void = 0x00,          ///< no chunk; the message may carry a configuration
  Wave = 0x01,          ///< laser samples, wave mode
  Frame = 0x02,         ///< a whole frame of laser samples
  FrameFirst = 0x03,    ///< the first fragment of a frame
  OctetSegment = 0x10,  ///< DMX512 or effects, continuous: part of a DMX packet
  OctetString = 0x11,   ///< DMX512 or effects, discrete: a packet with another start code than 0
  DimmerLevels = 0x18,  ///< DMX512 or effects, discrete: levels, without start code
  AudioWave = 0x20,     ///< audio samples
  FrameSequel = 0xC0,   ///< a further fragment of a frame
};

/// Types from 0xC0 on continue an earlier message: no configuration, no chunk header, no clock information.
constexpr bool is_sequel(ChunkType type) noexcept {
  return static_cast<std::uint8_t>(type) >= 0xC0;
}

/// Whether it is a whole frame or the first fragment of one.
constexpr bool is_frame(ChunkType type) noexcept {
  return type == ChunkType::Frame || type == ChunkType::FrameFirst;
}

/// The first octets of each channel message.
struct ChannelMessageHeader {
  static constexpr std::size_t kSize = 8;                 ///< octets on the wire
  static constexpr std::uint16_t kMaxTotalSize = 0xFF00;  ///< larger values are reserved
  static constexpr std::uint8_t kChannelMessage = 0x80;   ///< bit of the content ID: it is a channel message
  static constexpr std::uint8_t kConfigOrLast = 0x40;     ///< bit of the content ID: see config_or_last

  std::uint16_t total_size = 0;  ///< octets of the whole message, this header included
  std::uint8_t channel = 0;      ///< 0..63
  bool config_or_last = false;   ///< CCLF: a configuration follows; in a sequel: this is the last fragment
  ChunkType type{};              ///< may hold values that are no enumerator
  WireMicros timestamp{};        ///< media time, microseconds

  /// Whether a configuration follows.
  constexpr bool has_config() const noexcept { return config_or_last && !is_sequel(type); }
  /// Whether it is the last fragment of a frame.
  constexpr bool is_last_fragment() const noexcept { return config_or_last && is_sequel(type); }

  /// Reads kSize octets, and checks total_size against all octets that `in` has left.
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage.
  static constexpr FormatResult<ChannelMessageHeader> decode(ByteReader& in) noexcept {
    return decode(in, in.remaining());
  }

  /// As decode(), into this object, which spares the caller a copy: wide loads of fields that were just stored
  /// one by one stall, since store forwarding fails. After an error the fields hold what was read.
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage.
  constexpr FormatResult<void> read(ByteReader& in) noexcept { return read(in, in.remaining()); }

  /// Decodes the header of a sender that writes total_size and timestamp in little endian (section 7, 29).
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage.
  static constexpr FormatResult<ChannelMessageHeader> decode_little_endian(ConstBytes message) noexcept {
    if (message.size() < kSize) return fail(Errc::Truncated);
    std::array<std::byte, kSize> turned{message[1], message[0], message[2], message[3],
                                        message[7], message[6], message[5], message[4]};
    ByteReader in(turned);
    return decode(in, message.size());
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(total_size);
    out.write(
        static_cast<std::uint8_t>(kChannelMessage | (config_or_last ? kConfigOrLast : 0) | (channel & 0x3F)));
    out.write(static_cast<std::uint8_t>(type));
    out.write(static_cast<std::uint32_t>(timestamp));
  }

  friend constexpr bool operator==(const ChannelMessageHeader&, const ChannelMessageHeader&) = default;

 private:
  static constexpr FormatResult<ChannelMessageHeader> decode(ByteReader& in, std::size_t available) noexcept {
    ChannelMessageHeader header;
    if (const auto read = header.read(in, available); !read) return tl::unexpected(read.error());
    return header;
  }

  constexpr FormatResult<void> read(ByteReader& in, std::size_t available) noexcept {
    total_size = in.read<std::uint16_t>();
    const auto cnl = in.read<std::uint8_t>();
    channel = cnl & 0x3F;
    config_or_last = (cnl & kConfigOrLast) != 0;
    type = static_cast<ChunkType>(in.read<std::uint8_t>());
    timestamp = static_cast<WireMicros>(in.read<std::uint32_t>());
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    if (total_size < kSize || total_size > kMaxTotalSize || total_size > available)
      return fail(Errc::BadTotalSize);
    if ((cnl & kChannelMessage) == 0) return fail(Errc::NotChannelMessage, 2);
    return {};
  }
};

}  // namespace idn::wire
