// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <optional>
#include <string>

#include "idn/result.hpp"
#include "idn/wire/fixed_text.hpp"

/// The answer of a unit when a client searches for units (section 1.6). The request is a packet header without
/// payload.
namespace idn::wire {

/// Globally unique ID of a unit, compared by all 16 octets: length, category, identifier, zeros. The length
/// counts category and identifier; the identifier has no meaning for clients.
struct UnitId {
  static constexpr std::size_t kSize = 16;              ///< octets on the wire
  static constexpr std::uint8_t kCategoryEui48 = 0x01;  ///< in the second octet: a MAC address follows

  std::array<std::uint8_t, kSize> octets{};  ///< length, category, identifier

  /// The ID that is made of a MAC address.
  static constexpr UnitId eui48(const std::array<std::uint8_t, 6>& mac) noexcept {
    UnitId id;
    id.octets[0] = 7;
    id.octets[1] = kCategoryEui48;
    std::ranges::copy(mac, id.octets.begin() + 2);
    return id;
  }

  /// False for a length of 0 or above 15: a unit with that ID can only be identified by its address.
  constexpr bool is_valid() const noexcept { return octets[0] >= 1 && octets[0] <= 15; }

  /// Reads kSize octets; the caller checks `in`. Octets after the length become zero, so that equal IDs compare
  /// equal even if a unit leaves other values there.
  static constexpr UnitId decode(ByteReader& in) noexcept {
    UnitId id;
    for (auto& octet : id.octets) octet = in.read<std::uint8_t>();
    if (id.is_valid()) std::fill(id.octets.begin() + 1 + id.octets[0], id.octets.end(), std::uint8_t{0});
    return id;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    for (const auto octet : octets) out.write(octet);
  }

  friend constexpr auto operator<=>(const UnitId&, const UnitId&) = default;
};

/// "01-123456789ABC": category, hyphen, identifier. "invalid" when is_valid() is false.
std::string to_string(const UnitId& id);

/// Parses the text that to_string() writes, in upper or lower case. Nothing for any other text, also for the
/// text of an ID without an identifier.
std::optional<UnitId> unit_id_from(std::string_view text) noexcept;

/// Answer of a unit to a scan request.
struct ScanResponse {
  static constexpr std::size_t kSize = 40;          ///< octets on the wire
  static constexpr std::uint8_t kVersion01 = 0x01;  ///< protocol 0.1: major in the high nibble

  /// Bits of the state of a unit.
  enum StatusBit : std::uint8_t {
    kMalfunction = 0x80,    ///< it is permanently out of order
    kOffline = 0x40,        ///< it is temporarily out of service: starting, overheated, emergency stop
    kGroupExcluded = 0x20,  ///< it does not admit the client group of the request
    kOccupied = 0x10,       ///< all its sessions are in use
    kRealtime = 0x01,       ///< it supports real-time streaming
  };

  std::uint8_t protocol_version = kVersion01;  ///< of IDN-Hello
  std::uint8_t status = kRealtime;             ///< bits of StatusBit
  UnitId unit_id;                              ///< stays the same when the address of the unit changes
  FixedText<20> host_name;                     ///< for display; not unique

  /// Reads kSize octets.
  /// Errors: Errc::Truncated, Errc::BadStructSize.
  static constexpr FormatResult<ScanResponse> decode(ByteReader& in) noexcept {
    const auto struct_size = in.read<std::uint8_t>();
    ScanResponse response;
    response.protocol_version = in.read<std::uint8_t>();
    response.status = in.read<std::uint8_t>();
    in.skip(1);
    response.unit_id = UnitId::decode(in);
    response.host_name = FixedText<20>::decode(in);
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    if (struct_size < kSize) return fail(Errc::BadStructSize);
    return response;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(kSize));
    out.write(protocol_version);
    out.write(status);
    out.fill(1);
    unit_id.encode(out);
    host_name.encode(out);
  }

  friend constexpr bool operator==(const ScanResponse&, const ScanResponse&) = default;
};

}  // namespace idn::wire
