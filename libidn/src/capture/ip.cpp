// SPDX-License-Identifier: MIT
#include "capture/ip.hpp"

#include <optional>

#include "capture/internet_checksum.hpp"
#include "idn/dscp.hpp"

namespace idn::capture {
namespace {

using Found = tl::expected<IpPacket, DecapsulationFailure>;

tl::unexpected<DecapsulationFailure> none(DecapsulationFailure reason) {
  return tl::unexpected<DecapsulationFailure>(reason);
}

/// What a field of 16 bits can state.
constexpr std::size_t kLongest = 0xFFFF;

Endpoint endpoint_of(ConstBytes ipv6_address) {
  Endpoint endpoint;
  for (std::size_t i = 0; i < endpoint.address.size(); ++i)
    endpoint.address[i] = std::to_integer<std::uint8_t>(ipv6_address[i]);
  return endpoint;
}

constexpr bool is_decoded(std::uint8_t protocol) {
  return protocol == kUdpProtocol || is_tunnel(protocol);
}

/// Every return has the same object, so that the compiler constructs it in the caller's place (NRVO): this runs
/// for every packet of a capture.
Found decapsulate_ipv4(const CapturedBytes& packet) {
  Found found = none(DecapsulationFailure::Truncated);
  if (packet.bytes.size() < 20) return found;
  ByteReader in(packet.bytes);
  const auto version_and_size = in.read<std::uint8_t>();
  const auto services = in.read<std::uint8_t>();
  const std::size_t stated = in.read<std::uint16_t>();
  const std::size_t total = stated == 0 ? std::min(packet.wire_length, kLongest) : stated;
  const auto identification = in.read<std::uint16_t>();
  const auto fragment = in.read<std::uint16_t>();
  in.skip(1);
  const auto protocol = in.read<std::uint8_t>();
  in.skip(2);
  const std::size_t header = std::size_t{version_and_size & 0x0Fu} * 4;
  const bool has_more = (fragment & 0x2000) != 0;
  const std::size_t offset = std::size_t{fragment & 0x1FFFu} * 8;
  const bool is_fragment = has_more || offset > 0;
  if (!is_decoded(protocol) || (is_fragment && protocol != kUdpProtocol)) {
    found = none(DecapsulationFailure::NotUdp);
  } else if (header < 20 || total < header || total > packet.wire_length) {
    found = none(DecapsulationFailure::Malformed);
  } else {
    found.emplace();
    IpPacket& ip = *found;
    ip.source = Endpoint::ipv4(in.read<std::uint32_t>(), 0);
    ip.destination = Endpoint::ipv4(in.read<std::uint32_t>(), 0);
    ip.protocol = protocol;
    ip.marks.dscp = static_cast<std::uint8_t>(services >> 2);
    ip.content = packet.first(total).without_first(header);
    if (is_fragment) ip.fragment = FragmentInfo{identification, offset, has_more};
  }
  return found;
}

/// An extension header of IPv6: number of the next header, size in octets, fragmentation fields if it has any.
struct Extension {
  std::uint8_t next = 0;
  std::size_t size = 0;
  std::optional<FragmentInfo> fragment{};
};

constexpr bool is_extension(std::uint8_t header) {
  return header == 0 || header == 43 || header == 44 || header == 60;
}

std::optional<Extension> extension_at(ConstBytes bytes, std::uint8_t header) {
  constexpr std::uint8_t kFragment = 44;
  ByteReader in(bytes);
  const auto next = in.read<std::uint8_t>();
  const auto length = in.read<std::uint8_t>();
  if (header != kFragment)
    return in.ok() ? std::optional(Extension{next, (std::size_t{length} + 1) * 8}) : std::nullopt;
  const auto place = in.read<std::uint16_t>();
  const auto identification = in.read<std::uint32_t>();
  if (!in.ok()) return std::nullopt;
  return Extension{next, 8, FragmentInfo{identification, place & 0xFFF8u, (place & 1) != 0}};
}

Found decapsulate_ipv6(const CapturedBytes& packet) {
  constexpr std::size_t kHeader = 40;
  ByteReader in(packet.bytes);
  const auto version_and_class = in.read<std::uint32_t>();
  const std::size_t stated = in.read<std::uint16_t>();
  const auto next = in.read<std::uint8_t>();
  in.skip(1);
  const ConstBytes source = in.take(16);
  const ConstBytes destination = in.take(16);
  if (!in.ok()) return none(DecapsulationFailure::Truncated);
  const std::size_t payload = stated == 0 ? std::min(packet.wire_length - kHeader, kLongest) : stated;
  if (kHeader + payload > packet.wire_length) return none(DecapsulationFailure::Malformed);
  return skip_extensions({.source = endpoint_of(source),
                          .destination = endpoint_of(destination),
                          .protocol = next,
                          .content = packet.first(kHeader + payload).without_first(kHeader),
                          .marks = {.dscp = static_cast<std::uint8_t>(version_and_class >> 22 & kMaxDscp)}});
}

}  // namespace

Found skip_extensions(IpPacket packet) noexcept {
  while (is_extension(packet.protocol)) {
    const auto extension = extension_at(packet.content.bytes, packet.protocol);
    if (!extension)
      return none(packet.content.wire_length < 8 ? DecapsulationFailure::Malformed
                                                 : DecapsulationFailure::Truncated);
    if (extension->size > packet.content.wire_length) return none(DecapsulationFailure::Malformed);
    packet.protocol = extension->next;
    packet.content = packet.content.without_first(extension->size);
    const auto& place = extension->fragment;
    // An atomic fragment, the only one of its datagram, counts as not fragmented (RFC 6946).
    if (!place || (place->offset == 0 && !place->has_more)) continue;
    if (packet.protocol != kUdpProtocol && !is_extension(packet.protocol))
      return none(DecapsulationFailure::NotUdp);
    packet.fragment = place;
    return packet;
  }
  if (!is_decoded(packet.protocol)) return none(DecapsulationFailure::NotUdp);
  return packet;
}

namespace {

/// @param segment UDP header and payload
UdpChecksum check(const UdpDatagram& datagram, ConstBytes segment, std::uint16_t stated) noexcept {
  InternetChecksum sum = pseudo_header_of_udp(datagram.source, datagram.destination, segment.size());
  if (sum.sum() == stated) return UdpChecksum::Unfinished;
  sum.add(segment);
  return sum.sum() == 0xFFFF ? UdpChecksum::Right : UdpChecksum::Wrong;
}

}  // namespace

tl::expected<UdpDatagram, DecapsulationFailure> decapsulate_udp(const IpPacket& packet) noexcept {
  constexpr std::size_t kHeader = 8;
  // One object for all returns, as in decapsulate_ipv4().
  tl::expected<UdpDatagram, DecapsulationFailure> found = none(DecapsulationFailure::NotUdp);
  if (packet.protocol != kUdpProtocol) return found;
  const CapturedBytes& content = packet.content;
  ByteReader in(content.bytes);
  const auto source_port = in.read<std::uint16_t>();
  const auto destination_port = in.read<std::uint16_t>();
  const std::size_t stated = in.read<std::uint16_t>();
  const auto checksum = in.read<std::uint16_t>();
  if (!in.ok()) {
    found =
        none(content.wire_length < kHeader ? DecapsulationFailure::Malformed : DecapsulationFailure::Truncated);
  } else if (stated != 0 && stated < kHeader) {
    found = none(DecapsulationFailure::Malformed);
  } else {
    const bool is_possible = stated != 0 && stated <= content.wire_length;
    const std::size_t length = is_possible ? stated : content.wire_length;
    found.emplace();
    UdpDatagram& datagram = *found;
    datagram.source = {packet.source.address, source_port};
    datagram.destination = {packet.destination.address, destination_port};
    datagram.payload = content.first(length).without_first(kHeader).bytes;
    datagram.length = length - kHeader;
    datagram.states_its_length = is_possible;
    datagram.marks = packet.marks;
    if (is_possible && checksum != 0 && stated <= content.bytes.size())
      datagram.checksum = check(datagram, content.bytes.first(stated), checksum);
  }
  return found;
}

Found decapsulate_ip(const CapturedBytes& packet) noexcept {
  if (packet.bytes.empty()) return none(DecapsulationFailure::Truncated);
  switch (std::to_integer<unsigned>(packet.bytes[0]) >> 4) {
    case 4:
      return decapsulate_ipv4(packet);
    case 6:
      return decapsulate_ipv6(packet);
    default:
      return none(DecapsulationFailure::Malformed);
  }
}

}  // namespace idn::capture
