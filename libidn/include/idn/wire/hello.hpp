// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"

/// IDN-Hello: the answer of a unit when a client searches for units (section 1.6), and the list of its services
/// (section 1.7). The requests are packet headers without payload.
namespace idn::wire {

/// UTF-8 of fixed length on the wire: padded with zeros, not terminated (section 0.2).
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
template <std::size_t N>
class FixedText {
 public:
  constexpr FixedText() noexcept = default;

  /// A longer text is cut at a UTF-8 character boundary.
  constexpr explicit FixedText(std::string_view text) noexcept {
    std::size_t length = (std::min)(text.size(), N);
    const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80; };
    while (length > 0 && length < text.size() && continues(length)) --length;
    std::copy_n(text.begin(), length, characters_.begin());
  }

  /// The text up to the first zero octet; valid as long as this object.
  constexpr std::string_view view() const noexcept {
    const std::string_view all(characters_.data(), N);
    return all.substr(0, all.find('\0'));
  }

  /// Reads N octets; the caller checks `in`.
  static constexpr FixedText decode(ByteReader& in) noexcept {
    FixedText text;
    const ConstBytes octets = in.take(N);
    std::ranges::transform(octets, text.characters_.begin(),
                           [](std::byte b) { return std::to_integer<char>(b); });
    return text;
  }

  /// Writes N octets: the text, then zeros.
  constexpr void encode(ByteWriter& out) const noexcept {
    for (const char c : characters_) out.write(static_cast<std::uint8_t>(c));
  }

  friend constexpr bool operator==(const FixedText&, const FixedText&) = default;

 private:
  std::array<char, N> characters_{};
};

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
IDN_EXPORT std::string to_string(const UnitId& id);

/// Parses the text that to_string() writes, in upper or lower case. Nothing for any other text, also for the
/// text of an ID without an identifier.
IDN_EXPORT std::optional<UnitId> unit_id_from(std::string_view text) noexcept;

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
  static constexpr Result<ScanResponse> decode(ByteReader& in) noexcept {
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

/// Kind of output behind a service.
enum class ServiceType : std::uint8_t {
  Void = 0x00,            ///< unknown
  Uart = 0x04,            ///< a serial line; reserved
  Dmx512 = 0x05,          ///< a DMX512 line
  Midi = 0x08,            ///< a MIDI port; reserved
  LaserProjector = 0x80,  ///< a laser projector
  Audio = 0x84,           ///< an audio output
};

/// Whether it is a laser projector, 0x80 to 0x83: the two low bits are kept for later versions of the type.
constexpr bool is_laser(ServiceType type) noexcept {
  return (static_cast<std::uint8_t>(type) & 0xFC) == 0x80;
}

/// Whether the type is one of the specification's, laser projectors included; Void is not.
constexpr bool is_known(ServiceType type) noexcept {
  using enum ServiceType;
  return is_laser(type) || type == Uart || type == Dmx512 || type == Midi || type == Audio;
}

/// A service, or (with service ID 0) a relay: another server whose services are reached through this unit.
struct ServiceMapEntry {
  static constexpr std::size_t kSize = 24;               ///< octets on the wire
  static constexpr std::uint8_t kDefaultService = 0x01;  ///< flag: default service of its type

  std::uint8_t service_id = 0;           ///< 1..255; 0: this entry is a relay
  ServiceType type = ServiceType::Void;  ///< kind of output
  std::uint8_t flags = 0;                ///< bits: kDefaultService
  std::uint8_t relay_number = 0;         ///< relay: its own number; service: that of its relay, 0: none
  FixedText<20> name;                    ///< for display

  /// Whether it is the default service of its type, the one to expect for service ID 0.
  constexpr bool is_default() const noexcept { return (flags & kDefaultService) != 0; }

  /// Reads kSize octets; the caller checks `in`.
  static constexpr ServiceMapEntry decode(ByteReader& in) noexcept {
    ServiceMapEntry entry;
    entry.service_id = in.read<std::uint8_t>();
    entry.type = static_cast<ServiceType>(in.read<std::uint8_t>());
    entry.flags = in.read<std::uint8_t>();
    entry.relay_number = in.read<std::uint8_t>();
    entry.name = FixedText<20>::decode(in);
    return entry;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(service_id);
    out.write(static_cast<std::uint8_t>(type));
    out.write(flags);
    out.write(relay_number);
    name.encode(out);
  }

  friend constexpr bool operator==(const ServiceMapEntry&, const ServiceMapEntry&) = default;
};

/// A view of a received map, which decodes an entry at each call. Valid as long as the received octets are.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class ServiceMap {
 public:
  static constexpr std::size_t kHeaderSize = 4;    ///< octets before the entries
  static constexpr std::size_t kMaxEntries = 255;  ///< of each table

  /// Reads the header and views the entries, which may be longer than ServiceMapEntry::kSize.
  /// Errors: Errc::Truncated, Errc::BadStructSize.
  static constexpr Result<ServiceMap> decode(ByteReader& in) noexcept {
    const auto struct_size = in.read<std::uint8_t>();
    ServiceMap map;
    map.entry_size_ = in.read<std::uint8_t>();
    map.relays_ = in.read<std::uint8_t>();
    map.services_ = in.read<std::uint8_t>();
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    if (struct_size < kHeaderSize || map.entry_size_ < ServiceMapEntry::kSize) return fail(Errc::BadStructSize);
    in.skip(struct_size - kHeaderSize);
    map.entries_ = in.take(map.entry_size_ * (map.relays_ + map.services_));
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return map;
  }

  /// Number of relay entries.
  constexpr std::size_t relay_count() const noexcept { return relays_; }
  /// Number of service entries.
  constexpr std::size_t service_count() const noexcept { return services_; }

  /// `index` below relay_count().
  constexpr ServiceMapEntry relay(std::size_t index) const noexcept { return entry(index); }
  /// `index` below service_count().
  constexpr ServiceMapEntry service(std::size_t index) const noexcept { return entry(relays_ + index); }

  /// Writes a map: relays first, then services, at most kMaxEntries of each; the rest is left out.
  static constexpr void encode(std::span<const ServiceMapEntry> relays,
                               std::span<const ServiceMapEntry> services, ByteWriter& out) noexcept {
    relays = relays.first((std::min)(relays.size(), kMaxEntries));
    services = services.first((std::min)(services.size(), kMaxEntries));
    out.write(static_cast<std::uint8_t>(kHeaderSize));
    out.write(static_cast<std::uint8_t>(ServiceMapEntry::kSize));
    out.write(static_cast<std::uint8_t>(relays.size()));
    out.write(static_cast<std::uint8_t>(services.size()));
    for (const auto& relay : relays) relay.encode(out);
    for (const auto& service : services) service.encode(out);
  }

 private:
  constexpr ServiceMapEntry entry(std::size_t index) const noexcept {
    ByteReader in(entries_.subspan(index * entry_size_, entry_size_));
    return ServiceMapEntry::decode(in);
  }

  std::size_t entry_size_ = 0;
  std::size_t relays_ = 0;
  std::size_t services_ = 0;
  ConstBytes entries_;
};

}  // namespace idn::wire
