// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"

/// The receiver's answer to an acknowledge request (section 1.9).
namespace idn::wire {

/// Result of a packet; 0x80 and above are refusals. Problems of a single channel are pipeline events instead.
enum class AckResult : std::uint8_t {
  Accepted = 0x00,           ///< accepted by the session
  EmptyClose = 0xEB,         ///< an empty close packet without a connection
  Occupied = 0xEC,           ///< refused: all sessions of the unit are in use
  GroupExcluded = 0xED,      ///< the unit does not admit this client group
  InvalidPayload = 0xEE,     ///< the payload is malformed
  ProcessingFailure = 0xEF,  ///< any other failure of the unit
};

/// Whether the packet was refused: any value of 0x80 or above, also one that is no enumerator.
constexpr bool is_failure(AckResult result) noexcept {
  return static_cast<std::uint8_t>(result) >= 0x80;
}

namespace input_event {
/// A connection was established since the last acknowledge.
inline constexpr std::uint16_t kNew = 0x0001;
/// Timestamps arrived out of order; the receiver sorted them.
inline constexpr std::uint16_t kOrder = 0x0008;
/// A sequence number was not the previous one + 1.
inline constexpr std::uint16_t kSequence = 0x0010;
/// A sequence number was repeated.
inline constexpr std::uint16_t kSequenceDuplicate = 0x0020;
/// Sequence numbers are missing.
inline constexpr std::uint16_t kSequenceMissing = 0x0040;
/// A message is malformed or not acceptable.
inline constexpr std::uint16_t kMessageInvalid = 0x0100;
/// The input queue was full; the oldest messages were dropped.
inline constexpr std::uint16_t kOverrun = 0x0200;
/// Messages arrived later than expected and were processed; the output may have had an underrun.
inline constexpr std::uint16_t kLate = 0x0400;
/// Messages were older than data already processed, and were dropped.
inline constexpr std::uint16_t kTooOld = 0x0800;
inline constexpr std::uint16_t kChannelClosed = 0x2000;  ///< data for a channel that is not routed
/// The receiver lacked memory or another resource, and dropped data.
inline constexpr std::uint16_t kResources = 0x8000;
}  // namespace input_event

namespace pipeline_event {
/// The channel was connected to another service or mode since the last acknowledge; also set if that failed.
inline constexpr std::uint16_t kRouted = 0x0001;
/// The channel is closed. A state, not an event: set in every acknowledge while it is closed.
inline constexpr std::uint16_t kClosed = 0x0002;
/// There is no such service, or it does not support that mode.
inline constexpr std::uint16_t kServiceUnknown = 0x0010;
/// Another client uses the service.
inline constexpr std::uint16_t kServiceBusy = 0x0020;
/// Fragments could not be reassembled into a frame.
inline constexpr std::uint16_t kFragment = 0x0040;
/// The configuration is not usable for the service, or data arrived without a usable configuration.
inline constexpr std::uint16_t kConfiguration = 0x0080;
/// The chunk type is not valid in the mode of the channel; the chunk was dropped.
inline constexpr std::uint16_t kChunkType = 0x0100;
inline constexpr std::uint16_t kMatchValue = 0x0200;  ///< SCM differs from the stored SDM
/// The wave has a gap or an overlap, or an octet segment does not continue the one before it.
inline constexpr std::uint16_t kContinuity = 0x0400;
/// The chunk is shorter than the minimum of the unit.
inline constexpr std::uint16_t kChunkTooShort = 0x0800;
/// A value is out of range, or a feature is not supported.
inline constexpr std::uint16_t kRange = 0x1000;
/// The payload is inconsistent, for example not a multiple of the sample size.
inline constexpr std::uint16_t kPayload = 0x2000;
/// Error of the output: overrun, underrun, malfunction.
inline constexpr std::uint16_t kDevice = 0x4000;
/// Internal failure of the unit.
inline constexpr std::uint16_t kInternal = 0x8000;
}  // namespace pipeline_event

/// Text of an input event, for display: "sequence number missing"; "reserved bit 1" for one without a meaning.
/// @param bit 0 to 15, of the word of input events
IDN_EXPORT std::string_view input_event_name(unsigned bit) noexcept;
/// The same for the word of pipeline events.
IDN_EXPORT std::string_view pipeline_event_name(unsigned bit) noexcept;

namespace ack_status {
/// Channels of the session are open.
inline constexpr std::uint8_t kOpenChannels = 0x01;
/// Outputs still have samples of the session to play.
inline constexpr std::uint8_t kOutputBuffered = 0x02;
/// Messages of the session wait to be processed.
inline constexpr std::uint8_t kMessagesQueued = 0x04;
}  // namespace ack_status

/// The answer to a packet that requests an acknowledge.
struct Acknowledge {
  static constexpr std::size_t kSize = 12;     ///< octets on the wire
  static constexpr std::size_t kResultAt = 1;  ///< offset of the result, the same for every structSize

  AckResult result = AckResult::Accepted;  ///< of the packet
  std::uint16_t input_events = 0;          ///< bits of input_event since the previous acknowledge
  std::uint16_t pipeline_events = 0;       ///< bits of pipeline_event, of the channel of the message
  std::uint8_t status = 0;                 ///< bits of ack_status
  std::uint8_t link_quality = 0;           ///< 0 unknown, 1 very poor .. 255 excellent
  std::uint32_t latency_us = 0;            ///< microseconds from reception to output; 0 unknown

  /// Reads as many fields as structSize covers, 12 octets at most. In use are 4 octets (the format of 2018), 10
  /// (with a 16-bit latency) and 12.
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
