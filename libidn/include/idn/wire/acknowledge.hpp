// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The receiver's answer to an acknowledge request (section 1.9).
namespace idn::wire {

/// What became of a packet; 0x80 and above are refusals.
enum class AckResult : std::uint8_t {
  Success = 0x00,            ///< it was taken
  EmptyClose = 0xEB,         ///< a close of what is not open
  Occupied = 0xEC,           ///< as many sessions as the unit has are in use
  GroupExcluded = 0xED,      ///< the unit does not admit this client group
  InvalidPayload = 0xEE,     ///< the payload is malformed
  ProcessingFailure = 0xEF,  ///< the unit failed
};

/// Any value of 0x80 or above, named or not, is a refusal.
constexpr bool is_failure(AckResult result) noexcept {
  return static_cast<std::uint8_t>(result) >= 0x80;
}

namespace input_event {
/// A connection was established since the last acknowledge.
inline constexpr std::uint16_t kNew = 0x0001;
/// Timestamps came out of order, and could be put in order.
inline constexpr std::uint16_t kOrder = 0x0008;
inline constexpr std::uint16_t kSequence = 0x0010;  ///< not the previous number + 1
/// The same number again.
inline constexpr std::uint16_t kSequenceDuplicate = 0x0020;
/// Numbers were skipped.
inline constexpr std::uint16_t kSequenceMissing = 0x0040;
/// A message is malformed.
inline constexpr std::uint16_t kMessageInvalid = 0x0100;
/// The input ran over, and the oldest messages were dropped.
inline constexpr std::uint16_t kOverrun = 0x0200;
/// Messages came later than expected, and were processed; the output may have run dry.
inline constexpr std::uint16_t kLate = 0x0400;
/// Messages were older than what had been processed, and were dropped.
inline constexpr std::uint16_t kTooOld = 0x0800;
inline constexpr std::uint16_t kChannelClosed = 0x2000;  ///< data for a channel that is not routed
/// The receiver had no room, and dropped data.
inline constexpr std::uint16_t kResources = 0x8000;
}  // namespace input_event

namespace pipeline_event {
/// The channel was connected to another service or mode since the last acknowledge; set for failures as well.
inline constexpr std::uint16_t kRouted = 0x0001;
inline constexpr std::uint16_t kClosed = 0x0002;  ///< a state: set in every acknowledge while closed
/// No such service, or it does not play that mode.
inline constexpr std::uint16_t kServiceUnknown = 0x0010;
/// Another client uses the service.
inline constexpr std::uint16_t kServiceBusy = 0x0020;
/// Fragments that make no frame.
inline constexpr std::uint16_t kFragment = 0x0040;
/// A configuration that is not usable.
inline constexpr std::uint16_t kConfiguration = 0x0080;
/// A chunk that does not belong to the mode.
inline constexpr std::uint16_t kChunkType = 0x0100;
inline constexpr std::uint16_t kMatchValue = 0x0200;  ///< SCM differs from the stored SDM
/// The wave has a gap or an overlap, or a segment of octets does not fit.
inline constexpr std::uint16_t kContinuity = 0x0400;
/// The chunk is shorter than the unit plays.
inline constexpr std::uint16_t kChunkTooShort = 0x0800;
/// A value out of range, or what the unit does not support.
inline constexpr std::uint16_t kRange = 0x1000;
/// The payload is malformed.
inline constexpr std::uint16_t kPayload = 0x2000;
/// The output failed.
inline constexpr std::uint16_t kDevice = 0x4000;
/// The unit failed.
inline constexpr std::uint16_t kInternal = 0x8000;
}  // namespace pipeline_event

/// Words for people: "sequence number missing"; "reserved bit 1" for one without a meaning.
/// @param bit from 0, of the word of input or of pipeline events
std::string_view input_event_name(unsigned bit) noexcept;
/// Likewise of pipeline events.
std::string_view pipeline_event_name(unsigned bit) noexcept;

namespace ack_status {
/// Channels of the session are open.
inline constexpr std::uint8_t kOpenChannels = 0x01;
/// Samples wait to be played.
inline constexpr std::uint8_t kOutputBuffered = 0x02;
/// Messages wait to be read.
inline constexpr std::uint8_t kMessagesQueued = 0x04;
}  // namespace ack_status

/// The answer to a packet that asks for one.
struct Acknowledge {
  static constexpr std::size_t kSize = 12;     ///< octets on the wire
  static constexpr std::size_t kResultAt = 1;  ///< the octet that holds the result, in every length of it

  AckResult result = AckResult::Success;  ///< what became of the packet
  std::uint16_t input_events = 0;         ///< bits of input_event since the answer before
  std::uint16_t pipeline_events = 0;      ///< bits of pipeline_event since the answer before
  std::uint8_t status = 0;                ///< bits of ack_status
  std::uint8_t link_quality = 0;          ///< 0 unknown, 1 very poor .. 255 excellent
  std::uint32_t latency_us = 0;           ///< 0 unknown

  /// Takes the fields that structSize announces: 4 (2018), 10 (16-bit latency) and 12 octets exist in the
  /// field.
  /// Errors: Errc::Truncated, Errc::BadStructSize.
  static constexpr Result<Acknowledge> decode(ByteReader& in) noexcept {
    const auto struct_size = in.read<std::uint8_t>();
    Acknowledge ack;
    ack.result = static_cast<AckResult>(in.read<std::uint8_t>());
    ack.input_events = in.read<std::uint16_t>();
    if (in.ok() && struct_size < 4) return fail(Errc::BadStructSize);
    if (struct_size >= 10) {
      ack.pipeline_events = in.read<std::uint16_t>();
      ack.status = in.read<std::uint8_t>();
      ack.link_quality = in.read<std::uint8_t>();
      ack.latency_us = struct_size >= kSize ? in.read<std::uint32_t>() : in.read<std::uint16_t>();
    }
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return ack;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(kSize));
    out.write(static_cast<std::uint8_t>(result));
    out.write(input_events);
    out.write(pipeline_events);
    out.write(status);
    out.write(link_quality);
    out.write(latency_us);
  }

  friend constexpr bool operator==(const Acknowledge&, const Acknowledge&) = default;
};

}  // namespace idn::wire
