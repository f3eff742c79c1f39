// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/time.hpp"
#include "idn/wire/packet_header.hpp"

/// IDN-Stream: the message that carries one chunk of one channel (sections 2.1 to 2.3), the configuration of
/// the channel (sections 2.4 and 2.5) and the four octets before the samples of wave, frame and audio chunks
/// (sections 2.6, 2.7 and 3.3).
namespace idn::wire {

/// Chunk header: length in time, match value and flag, before the samples of a chunk.
struct ChunkHeader {
  static constexpr std::size_t kSize = 4;                   ///< octets on the wire
  static constexpr std::uint32_t kMaxDuration = 0xFF'FFFF;  ///< microseconds, 24 bits
  static constexpr std::uint8_t kOnce = 0x01;               ///< flag: the frame is drawn only once

  std::uint8_t config_match = 0;  ///< SCM, 0..3: equals the SDM of the configuration the samples were made for
  bool once = false;              ///< frames only: draw exactly once, do not repeat
  std::uint32_t duration_us = 0;  ///< 0..kMaxDuration; in a first fragment, that of the whole frame

  /// Reads kSize octets.
  /// Errors: Errc::Truncated.
  static constexpr Result<ChunkHeader> decode(ByteReader& in) noexcept {
    const auto word = in.read<std::uint32_t>();
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return ChunkHeader{.config_match = static_cast<std::uint8_t>((word >> 28) & 0x3),
                       .once = (word >> 24 & kOnce) != 0,
                       .duration_us = word & kMaxDuration};
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    const auto flags = static_cast<std::uint32_t>((config_match & 0x3) << 4 | (once ? kOnce : 0));
    out.write(flags << 24 | (duration_us & kMaxDuration));
  }

  friend constexpr bool operator==(const ChunkHeader&, const ChunkHeader&) = default;
};

/// What a channel carries.
enum class ServiceMode : std::uint8_t {
  Void = 0x00,               ///< nothing
  GraphicContinuous = 0x01,  ///< laser samples in wave mode
  GraphicDiscrete = 0x02,    ///< laser samples in frame mode
  EffectsContinuous = 0x03,  ///< effects of a laser projector, coded as in Dmx512Continuous
  EffectsDiscrete = 0x04,    ///< effects of a laser projector, coded as in Dmx512Discrete
  Dmx512Continuous = 0x05,   ///< a copy of every packet of a DMX512 line
  Dmx512Discrete = 0x06,     ///< levels, which the service repeats on its DMX512 line
  AudioContinuous = 0x0C,    ///< audio samples without gaps
};

/// "wave", "frame", ...; "mode 0x07" for a value without a name.
IDN_EXPORT std::string to_string(ServiceMode mode);

/// Connects a channel to a service and describes its data, or closes it.
struct ChannelConfig {
  static constexpr std::size_t kHeaderSize = 4;   ///< octets before the service configuration
  static constexpr std::uint8_t kRouting = 0x01;  ///< flag: see routing
  static constexpr std::uint8_t kClose = 0x02;    ///< flag: see close

  /// Opens the channel, or connects it to another service. False: the fields after `close` have no meaning, but
  /// their octets are present.
  bool routing = false;
  bool close = false;                    ///< closes the channel after this message
  std::uint8_t data_match = 0;           ///< SDM, 0..3
  std::uint8_t service_id = 0;           ///< 0: the default service of the mode
  ServiceMode mode = ServiceMode::Void;  ///< what the channel carries
  ConstBytes service_configuration{};    ///< a view: a multiple of 4 octets, at most 255 * 4

  /// Octets on the wire.
  constexpr std::size_t wire_size() const noexcept { return kHeaderSize + service_configuration.size(); }

  /// Reads the header; service_configuration becomes a view into the octets of `in`.
  /// Errors: Errc::BadConfiguration.
  static constexpr Result<ChannelConfig> decode(ByteReader& in) noexcept {
    const auto words = in.read<std::uint8_t>();
    const auto flags = in.read<std::uint8_t>();
    ChannelConfig config;
    config.routing = (flags & kRouting) != 0;
    config.close = (flags & kClose) != 0;
    config.data_match = static_cast<std::uint8_t>((flags >> 4) & 0x3);
    config.service_id = in.read<std::uint8_t>();
    config.mode = static_cast<ServiceMode>(in.read<std::uint8_t>());
    config.service_configuration = in.take(std::size_t{words} * 4);
    if (!in.ok()) return fail(Errc::BadConfiguration, in.position());
    return config;
  }

  /// Writes wire_size() octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(service_configuration.size() / 4));
    out.write(
        static_cast<std::uint8_t>((data_match & 0x3) << 4 | (close ? kClose : 0) | (routing ? kRouting : 0)));
    out.write(service_id);
    out.write(static_cast<std::uint8_t>(mode));
    out.write(service_configuration);
  }
};

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
  static constexpr Result<ChannelMessageHeader> decode(ByteReader& in) noexcept {
    return decode(in, in.remaining());
  }

  /// As decode(), into this object, which spares the caller a copy: wide loads of fields that were just stored
  /// one by one stall, since store forwarding fails. After an error the fields hold what was read.
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage.
  constexpr Result<void> read(ByteReader& in) noexcept { return read(in, in.remaining()); }

  /// Decodes the header of a sender that writes total_size and timestamp in little endian (section 7, 29).
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage.
  static constexpr Result<ChannelMessageHeader> decode_little_endian(ConstBytes message) noexcept {
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
  static constexpr Result<ChannelMessageHeader> decode(ByteReader& in, std::size_t available) noexcept {
    ChannelMessageHeader header;
    if (const auto read = header.read(in, available); !read) return tl::unexpected(read.error());
    return header;
  }

  constexpr Result<void> read(ByteReader& in, std::size_t available) noexcept {
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

/// A decoded channel message. Configuration and data are views into the received octets, and valid as long as
/// those are.
struct ChannelMessage {
  ChannelMessageHeader header{};          ///< as received
  std::optional<ChannelConfig> config{};  ///< nothing where the message has none
  ConstBytes data{};        ///< after the configuration: chunk header and samples, or raw fragment octets
  std::size_t surplus = 0;  ///< octets of the datagram beyond total_size; not part of the message

  /// Decodes the payload of a real-time packet, all octets after its packet header.
  /// Errors: Errc::Truncated, Errc::BadTotalSize, Errc::NotChannelMessage, Errc::BadConfiguration.
  static constexpr Result<ChannelMessage> decode(ConstBytes payload) noexcept {
    Result<ChannelMessage> message(tl::in_place);
    ByteReader in(payload);
    auto read = message->header.read(in);
    if (read) read = message->read_body(payload);
    if (!read) message = tl::unexpected(read.error());
    return message;
  }

  /// Decodes the rest into this object, which spares the caller a copy. `header` must have been read from the
  /// same `payload`, and all other members must still be empty.
  /// Errors: Errc::BadConfiguration.
  constexpr Result<void> read_body(ConstBytes payload) noexcept {
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
