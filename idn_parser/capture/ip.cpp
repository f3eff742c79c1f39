// SPDX-License-Identifier: MIT
#include "idn_parser/capture/ip.hpp"

#include <optional>

namespace idn::parser {
namespace {

using Peeled = tl::expected<UdpDatagram, NoDatagram>;

constexpr std::uint8_t kUdp = 17;

tl::unexpected<NoDatagram> none(NoDatagram reason) {
  return tl::unexpected<NoDatagram>(reason);
}

Endpoint endpoint_of(ConstBytes ipv6_address) {
  Endpoint endpoint;
  for (std::size_t i = 0; i < endpoint.address.size(); ++i)
    endpoint.address[i] = std::to_integer<std::uint8_t>(ipv6_address[i]);
  return endpoint;
}

/// @param found what the IP header told: addresses and fragmentation
Peeled peel_udp(Layer layer, UdpDatagram found) {
  constexpr std::size_t kHeader = 8;
  ByteReader in(layer.bytes);
  found.source.port = in.read<std::uint16_t>();
  found.destination.port = in.read<std::uint16_t>();
  const std::size_t length = in.read<std::uint16_t>();
  in.skip(2);
  if (!in.ok()) return none(layer.wire_length < kHeader ? NoDatagram::Malformed : NoDatagram::Cut);
  // The length counts the whole datagram, of which a first fragment holds only the beginning.
  const bool fits = length >= kHeader && (found.is_fragmented || length <= layer.wire_length);
  if (!fits) return none(NoDatagram::Malformed);
  found.payload = layer.first(length).without_first(kHeader).bytes;
  found.length = length - kHeader;
  return found;
}

Peeled peel_ipv4(Layer packet) {
  ByteReader in(packet.bytes);
  const auto version_and_size = in.read<std::uint8_t>();
  in.skip(1);
  const std::size_t total = in.read<std::uint16_t>();
  in.skip(2);
  const auto fragment = in.read<std::uint16_t>();
  in.skip(1);
  const auto protocol = in.read<std::uint8_t>();
  in.skip(2);
  const auto source = in.read<std::uint32_t>();
  const auto destination = in.read<std::uint32_t>();
  if (!in.ok()) return none(NoDatagram::Cut);
  if (protocol != kUdp) return none(NoDatagram::NotUdp);
  const std::size_t header = std::size_t{version_and_size & 0x0Fu} * 4;
  if (header < 20 || total < header || total > packet.wire_length) return none(NoDatagram::Malformed);
  const bool is_later_fragment = (fragment & 0x1FFF) != 0;
  const bool has_more_fragments = (fragment & 0x2000) != 0;
  if (is_later_fragment) return none(NoDatagram::Fragment);
  return peel_udp(packet.first(total).without_first(header), {.source = Endpoint::ipv4(source, 0),
                                                              .destination = Endpoint::ipv4(destination, 0),
                                                              .is_fragmented = has_more_fragments});
}

/// A header between IPv6 and UDP: what follows it and how long it is.
struct Extension {
  std::uint8_t next = 0;
  std::size_t size = 0;
  std::uint16_t fragment = 0;
};

constexpr bool is_extension(std::uint8_t header) {
  return header == 0 || header == 43 || header == 44 || header == 60;
}

std::optional<Extension> extension_at(ConstBytes bytes, std::uint8_t header) {
  constexpr std::uint8_t kFragment = 44;
  ByteReader in(bytes);
  const auto next = in.read<std::uint8_t>();
  const auto eights = in.read<std::uint8_t>();
  const auto fragment = in.read<std::uint16_t>();
  if (!in.ok()) return std::nullopt;
  if (header == kFragment) return Extension{next, 8, fragment};
  return Extension{next, (std::size_t{eights} + 1) * 8, 0};
}

Peeled peel_ipv6(Layer packet) {
  constexpr std::size_t kHeader = 40;
  ByteReader in(packet.bytes);
  in.skip(4);
  const std::size_t payload = in.read<std::uint16_t>();
  auto next = in.read<std::uint8_t>();
  in.skip(1);
  const ConstBytes source = in.take(16);
  const ConstBytes destination = in.take(16);
  if (!in.ok()) return none(NoDatagram::Cut);
  if (kHeader + payload > packet.wire_length) return none(NoDatagram::Malformed);
  UdpDatagram found{.source = endpoint_of(source), .destination = endpoint_of(destination)};
  Layer rest = packet.first(kHeader + payload).without_first(kHeader);
  while (is_extension(next)) {
    const auto extension = extension_at(rest.bytes, next);
    if (!extension) return none(NoDatagram::Cut);
    if (extension->size > rest.wire_length) return none(NoDatagram::Malformed);
    const bool is_later_fragment = (extension->fragment & 0xFFF8) != 0;
    if (is_later_fragment) return none(extension->next == kUdp ? NoDatagram::Fragment : NoDatagram::NotUdp);
    found.is_fragmented = found.is_fragmented || (extension->fragment & 1) != 0;
    rest = rest.without_first(extension->size);
    next = extension->next;
  }
  return next == kUdp ? peel_udp(rest, found) : none(NoDatagram::NotUdp);
}

}  // namespace

Peeled peel_ip(Layer packet) noexcept {
  if (packet.bytes.empty()) return none(NoDatagram::Cut);
  switch (std::to_integer<unsigned>(packet.bytes[0]) >> 4) {
    case 4:
      return peel_ipv4(packet);
    case 6:
      return peel_ipv6(packet);
    default:
      return none(NoDatagram::Malformed);
  }
}

}  // namespace idn::parser
