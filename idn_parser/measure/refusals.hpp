// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "idn/capture/datagram_reader.hpp"
#include "idn/stream/receive/receiver_listener.hpp"

namespace idn::parser {

/// Why a receiver refuses the chunk of a message, or its configuration.
enum class RefusalReason : std::uint8_t {
  NoSuchMode,
  ServiceTaken,   ///< by another channel of the same session
  NeverRouted,    ///< no configuration has opened the channel
  BadDmxMap,      ///< slots or counts out of range
  Configuration,  ///< unusable for other reasons, or none in use
  ChunkType,
  MatchValue,
  NoDuration,
  TooFewSamples,
  OtherDmxCount,  ///< the octets of a DMX512 chunk do not match its configuration
  PartialSample,
  BadDmxPacket,
  TooManySamples,
  BrokenDmxLine,  ///< an octet segment that does not continue the one before it
  BrokenFrame,    ///< in fragments, of which it took the first but not all others
};

/// How often a receiver refused something for one reason.
struct Refusal {
  std::uint64_t count = 0;
  capture::CapturePosition first{};
};
/// Of one channel.
using Refusals = std::map<RefusalReason, Refusal>;

/// A frame in fragments that is not complete yet.
struct OpenFrame {
  capture::CapturePosition first{};  ///< fragment
  std::uint32_t duration_us = 0;
};

/// What earlier packets of a channel mean for the next one.
struct ChannelPast {
  bool was_routed = false;      ///< a configuration has opened the channel
  bool continues_line = false;  ///< the receiver has the last segment of the DMX512 line, and in time
  std::optional<OpenFrame> frame{};
  std::optional<Duration> lost_at{};  ///< when the first datagram since the last configuration was missing
};

/// The reason, if the receiver refused the message or part of it; the cause, where there are consequences too.
/// Nothing for late, repeated and outdated datagrams and for chunks that overlap, which are measured anyway,
/// and for fragments of frames: a frame that is broken is known only when the next one begins.
std::optional<RefusalReason> refusal_of(const stream::DatagramReport& report, const ChannelPast& past);

/// What is wrong, and what to do: "a duration of 0: ...".
std::string_view text_of(RefusalReason reason) noexcept;

}  // namespace idn::parser
