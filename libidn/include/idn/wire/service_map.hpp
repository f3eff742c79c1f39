// SPDX-License-Identifier: MIT
#pragma once

#include "idn/result.hpp"
#include "idn/wire/fixed_text.hpp"

/// The list of services of a unit (section 1.7). The request is a packet header without payload.
namespace idn::wire {

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
  static constexpr FormatResult<ServiceMap> decode(ByteReader& in) noexcept {
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
