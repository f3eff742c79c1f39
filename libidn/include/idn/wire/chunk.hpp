// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The four octets before the samples of wave, frame and audio chunks (sections 2.6, 2.7 and 3.3).
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
  static constexpr FormatResult<ChunkHeader> decode(ByteReader& in) noexcept {
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

}  // namespace idn::wire
