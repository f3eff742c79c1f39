// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"

/// DMX512 and laser effects: chunk headers and the map from level octets to slots (sections 3.1 and 3.2).
namespace idn::wire {

/// Dimmer slots of a DMX512 line; the start code comes before them.
inline constexpr std::size_t kDmxSlots = 512;
/// The longest DMX packet: start code and all slots.
inline constexpr std::size_t kMaxDmxPacket = 1 + kDmxSlots;

/// Chunk header of an octet segment: part of one DMX packet, copied from a line with its start code.
struct OctetSegmentHeader {
  static constexpr std::size_t kSize = 4;           ///< octets on the wire
  static constexpr std::uint8_t kDelimiter = 0x01;  ///< flag: see is_last

  std::uint8_t config_match = 0;  ///< SCM, 0..3; always 0, since these modes have no configuration
  bool is_last = false;           ///< the segment ends its DMX packet
  std::uint8_t sequence = 0;      ///< number of the DMX packet, modulo 256; the same in all its segments
  std::uint16_t offset = 0;       ///< of the first octet of the segment, from the start code of the packet

  /// Reads kSize octets.
  /// Errors: Errc::Truncated.
  static constexpr Result<OctetSegmentHeader> decode(ByteReader& in) noexcept {
    const auto flags = in.read<std::uint8_t>();
    OctetSegmentHeader header;
    header.config_match = static_cast<std::uint8_t>((flags >> 4) & 0x3);
    header.is_last = (flags & kDelimiter) != 0;
    header.sequence = in.read<std::uint8_t>();
    header.offset = in.read<std::uint16_t>();
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return header;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>((config_match & 0x3) << 4 | (is_last ? kDelimiter : 0)));
    out.write(sequence);
    out.write(offset);
  }

  friend constexpr bool operator==(const OctetSegmentHeader&, const OctetSegmentHeader&) = default;
};

/// Chunk header of dimmer levels, which have no start code, and of octet strings, which begin with one.
struct OctetChunkHeader {
  static constexpr std::size_t kSize = 4;  ///< octets on the wire

  std::uint8_t config_match = 0;  ///< SCM, 0..3

  /// Reads kSize octets.
  /// Errors: Errc::Truncated.
  static constexpr Result<OctetChunkHeader> decode(ByteReader& in) noexcept {
    const auto word = in.read<std::uint32_t>();
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return OctetChunkHeader{static_cast<std::uint8_t>((word >> 28) & 0x3)};
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept { out.write(std::uint32_t{config_match & 0x3u} << 28); }

  friend constexpr bool operator==(const OctetChunkHeader&, const OctetChunkHeader&) = default;
};

/// The levels of one DMX512 line, and for which slots there is one.
struct DmxLevels {
  std::array<std::uint8_t, kDmxSlots> level{};  ///< index 0 is slot 1
  std::bitset<kDmxSlots> is_set;                ///< slots that have a level; index 0 is slot 1

  friend bool operator==(const DmxLevels&, const DmxLevels&) = default;
};

/// Mapping of the octets of a dimmer levels chunk to slots. Built once per configuration.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class IDN_EXPORT DimmerMap {
 public:
  static constexpr std::uint16_t kIgnored = 0xFFFF;  ///< base of octets that are ignored
  /// The most subsets that fit into a service configuration.
  static constexpr std::size_t kMaxSubsets = 255;

  /// The next `count` octets are the levels of the slots from `base` on.
  struct Subset {
    std::uint16_t base = 1;  ///< 1..512, or kIgnored
    std::uint8_t count = 1;  ///< 1..255

    friend constexpr bool operator==(const Subset&, const Subset&) = default;
  };

  /// The default map, in force without a configuration: all octets, from slot 1 on.
  constexpr DimmerMap() noexcept = default;

  /// @param tags octets of the service configuration; empty or void tags only: the default map.
  /// @return UnknownTag for a tag or parameter that the specification does not define; OutOfRange for a slot
  ///         outside 1..512 or a count of zero; BadDictionary where slots are mapped twice, a tag is incomplete
  ///         or a tag other than void follows the one that maps all remaining octets.
  static Result<DimmerMap> from_tags(ConstBytes tags) noexcept;

  /// Maps the next octets. Errors: Errc::OutOfRange (a slot outside 1..512, a count of zero),
  /// Errc::BadDictionary (slots mapped twice, more than kMaxSubsets, called after add_rest()).
  Result<void> add(Subset subset) noexcept;
  /// Maps all octets after the subsets to the slots from `base` on, or ignores them (kIgnored). Errors:
  /// Errc::OutOfRange (a slot outside 1..512), Errc::BadDictionary (slots mapped twice, called twice).
  Result<void> add_rest(std::uint16_t base) noexcept;

  /// In the order of the octets; valid as long as this object.
  std::span<const Subset> subsets() const noexcept { return {subsets_.data(), subset_count_}; }
  /// First slot of the octets after the subsets, or kIgnored; nothing: no octets may follow the subsets.
  std::optional<std::uint16_t> rest() const noexcept;

  /// Writes the service configuration in whole 32-bit words; no octets for the default map.
  void encode(ByteWriter& out) const noexcept;

  /// Replaces all levels of `out` by those of a chunk.
  /// @param levels the octets after the chunk header
  /// @return PartialSample when their number does not match the subsets, OutOfRange when the octets after the
  ///         subsets reach beyond slot 512 or into the slots of a subset; then `out` is unchanged.
  Result<void> apply(ConstBytes levels, DmxLevels& out) const noexcept;

  friend bool operator==(const DimmerMap&, const DimmerMap&) = default;

 private:
  bool is_default() const noexcept { return subset_count_ == 0 && !rest_; }
  bool claims(std::size_t base, std::size_t count) const noexcept;

  std::array<Subset, kMaxSubsets> subsets_{};
  std::size_t subset_count_ = 0;
  std::size_t mapped_octets_ = 0;  ///< of all subsets
  std::optional<std::uint16_t> rest_;
};

}  // namespace idn::wire
