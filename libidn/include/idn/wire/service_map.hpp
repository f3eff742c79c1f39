// SPDX-License-Identifier: MIT
#pragma once

#include "idn/result.hpp"
#include "idn/wire/fixed_text.hpp"

/// The outputs of a unit (section 1.7). The request is a bare packet header.
namespace idn::wire {

/// What a service is.
enum class ServiceType : std::uint8_t {
  Void = 0x00,            ///< none
  Uart = 0x04,            ///< a serial line
  Dmx512 = 0x05,          ///< lighting
  Midi = 0x08,            ///< music, or lights by its messages
  LaserProjector = 0x80,  ///< a laser
  Audio = 0x84,           ///< loudspeakers
};

/// The two low bits of media types are kept for later versions of the same family.
constexpr bool is_laser(ServiceType type) noexcept {
  return (static_cast<std::uint8_t>(type) & 0xFC) == 0x80;
}

/// A service, or (with service ID 0) a relay behind which services are reached.
struct ServiceMapEntry {
  static constexpr std::size_t kSize = 24;               ///< octets on the wire
  static constexpr std::uint8_t kDefaultService = 0x01;  ///< flag: what a client gets that names no service

  std::uint8_t service_id = 0;           ///< 0 of a relay
  ServiceType type = ServiceType::Void;  ///< what it is
  std::uint8_t flags = 0;                ///< bits
  std::uint8_t relay_number = 0;         ///< 0: a service of the unit itself
  FixedText<20> name;                    ///< for people

  /// Whether a client that names no service gets it.
  constexpr bool is_default() const noexcept { return (flags & kDefaultService) != 0; }

  /// The caller checks `in`.
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

/// A view of a received map; entries are decoded when asked for. Valid as long as the received octets are.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class ServiceMap {
 public:
  static constexpr std::size_t kHeaderSize = 4;    ///< octets before the entries
  static constexpr std::size_t kMaxEntries = 255;  ///< of each table

  /// Takes header and entries.
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

  /// Entries of relays, which come first.
  constexpr std::size_t relay_count() const noexcept { return relays_; }
  /// Entries of services.
  constexpr std::size_t service_count() const noexcept { return services_; }

  /// `index` below relay_count().
  constexpr ServiceMapEntry relay(std::size_t index) const noexcept { return entry(index); }
  /// `index` below service_count().
  constexpr ServiceMapEntry service(std::size_t index) const noexcept { return entry(relays_ + index); }

  /// Relays first, then services, at most kMaxEntries of each.
  static constexpr void encode(std::span<const ServiceMapEntry> relays,
                               std::span<const ServiceMapEntry> services, ByteWriter& out) noexcept {
    relays = relays.first(std::min(relays.size(), kMaxEntries));
    services = services.first(std::min(services.size(), kMaxEntries));
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
