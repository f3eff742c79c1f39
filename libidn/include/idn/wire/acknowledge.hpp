// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The receiver's answer to an acknowledge request (section 1.9).
namespace idn::wire {

enum class AckResult : std::uint8_t {
  Success = 0x00,
  EmptyClose = 0xEB,
  Occupied = 0xEC,
  GroupExcluded = 0xED,
  InvalidPayload = 0xEE,
  ProcessingFailure = 0xEF,
};

/// Any value of 0x80 or above, named or not, is a refusal.
constexpr bool is_failure(AckResult result) noexcept {
  return static_cast<std::uint8_t>(result) >= 0x80;
}

namespace input_event {
inline constexpr std::uint16_t kNew = 0x0001;
inline constexpr std::uint16_t kOrder = 0x0008;
inline constexpr std::uint16_t kSequence = 0x0010;  ///< not the previous number + 1
inline constexpr std::uint16_t kSequenceDuplicate = 0x0020;
inline constexpr std::uint16_t kSequenceMissing = 0x0040;
inline constexpr std::uint16_t kMessageInvalid = 0x0100;
inline constexpr std::uint16_t kOverrun = 0x0200;
inline constexpr std::uint16_t kLate = 0x0400;
inline constexpr std::uint16_t kTooOld = 0x0800;
inline constexpr std::uint16_t kChannelClosed = 0x2000;  ///< data for a channel that is not routed
inline constexpr std::uint16_t kResources = 0x8000;
}  // namespace input_event

namespace pipeline_event {
inline constexpr std::uint16_t kRouted = 0x0001;
inline constexpr std::uint16_t kClosed = 0x0002;  ///< a state: set in every acknowledge while closed
inline constexpr std::uint16_t kServiceUnknown = 0x0010;
inline constexpr std::uint16_t kServiceBusy = 0x0020;
inline constexpr std::uint16_t kFragment = 0x0040;
inline constexpr std::uint16_t kConfiguration = 0x0080;
inline constexpr std::uint16_t kChunkType = 0x0100;
inline constexpr std::uint16_t kMatchValue = 0x0200;  ///< SCM differs from the stored SDM
inline constexpr std::uint16_t kContinuity = 0x0400;
inline constexpr std::uint16_t kChunkTooShort = 0x0800;
inline constexpr std::uint16_t kRange = 0x1000;
inline constexpr std::uint16_t kPayload = 0x2000;
inline constexpr std::uint16_t kDevice = 0x4000;
inline constexpr std::uint16_t kInternal = 0x8000;
}  // namespace pipeline_event

/// Words for people: "sequence number missing"; "reserved bit 1" for one without a meaning.
/// @param bit from 0, of the word of input or of pipeline events
std::string_view input_event_name(unsigned bit) noexcept;
std::string_view pipeline_event_name(unsigned bit) noexcept;

namespace ack_status {
inline constexpr std::uint8_t kOpenChannels = 0x01;
inline constexpr std::uint8_t kOutputBuffered = 0x02;
inline constexpr std::uint8_t kMessagesQueued = 0x04;
}  // namespace ack_status

struct Acknowledge {
  static constexpr std::size_t kSize = 12;
  static constexpr std::size_t kResultAt = 1;  ///< the octet that holds the result, in every length of it

  AckResult result = AckResult::Success;
  std::uint16_t input_events = 0;
  std::uint16_t pipeline_events = 0;
  std::uint8_t status = 0;
  std::uint8_t link_quality = 0;  ///< 0 unknown, 1 very poor .. 255 excellent
  std::uint32_t latency_us = 0;   ///< 0 unknown

  /// Takes the fields that structSize announces: 4 (2018), 10 (16-bit latency) and 12 octets exist in the
  /// field.
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
