// SPDX-License-Identifier: MIT
#include "capture/decapsulate.hpp"

namespace idn::capture {
namespace {

using FoundIp = tl::expected<IpPacket, DecapsulationFailure>;
using FoundDatagram = tl::expected<UdpDatagram, DecapsulationFailure>;

FoundIp no_packet(DecapsulationFailure reason) {
  return tl::unexpected<DecapsulationFailure>(reason);
}

/// `layer`: a PPPoE session (RFC 2516) after its EtherType: PPPoE header, protocol of PPP, packet.
FoundIp decapsulate_pppoe(const CapturedBytes& layer) {
  constexpr std::uint16_t kIpv4 = 0x0021, kIpv6 = 0x0057;
  constexpr std::size_t kSessionHeader = 6;
  ByteReader in(layer.bytes);
  in.skip(kSessionHeader);
  const auto protocol = in.read<std::uint16_t>();
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  if (protocol != kIpv4 && protocol != kIpv6) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ip(layer.without_first(kSessionHeader + 2));
}

/// `packet`: from an EtherType on. Any number of VLAN tags may precede the IP packet.
FoundIp decapsulate_ether_type(const CapturedBytes& packet) {
  ByteReader in(packet.bytes);
  for (;;) {
    const auto type = in.read<std::uint16_t>();
    if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
    switch (type) {
      case 0x0800:
      case 0x86DD:
        return decapsulate_ip(packet.without_first(in.position()));
      case 0x8100:
      case 0x88A8:
      case 0x9100:
        in.skip(2);
        break;
      case 0x8864:
        return decapsulate_pppoe(packet.without_first(in.position()));
      default:
        return no_packet(DecapsulationFailure::NotUdp);
    }
  }
}

constexpr std::size_t kEthernetAddresses = 12;

/// `layer`: from a GRE header on (RFC 2784, RFC 2890), with IP or Ethernet in it.
FoundIp decapsulate_gre(const CapturedBytes& layer) {
  constexpr std::uint16_t kChecksum = 0x8000, kKey = 0x2000, kSequence = 0x1000;
  constexpr std::uint16_t kRoutingAndVersion = 0x4007;
  constexpr std::uint16_t kEthernet = 0x6558;
  ByteReader in(layer.bytes);
  const auto flags = in.read<std::uint16_t>();
  const auto type = in.read<std::uint16_t>();
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  if ((flags & kRoutingAndVersion) != 0) return no_packet(DecapsulationFailure::NotUdp);
  std::size_t header = 4;
  for (const auto option : {kChecksum, kKey, kSequence}) header += (flags & option) != 0 ? 4 : 0;
  const CapturedBytes content = layer.without_first(header);
  if (type == kEthernet) return decapsulate_ether_type(content.without_first(kEthernetAddresses));
  if (type != 0x0800 && type != 0x86DD) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ip(content);
}

/// Limit of tunnels in tunnels, more than real networks have; bounds the work per packet.
constexpr int kMostTunnels = 4;

/// Replaces a packet of GRE by the packet inside; repeats that while it is GRE again.
void decapsulate_tunnels(FoundIp& packet) {
  for (int tunnels = 0; packet && packet->protocol == kGreProtocol; ++tunnels)
    packet =
        tunnels < kMostTunnels ? decapsulate_gre(packet->content) : no_packet(DecapsulationFailure::NotUdp);
}

constexpr std::uint16_t kVxlanPort = 4789;

/// The IP packet in a datagram to the port of VXLAN (RFC 7348); nothing if it has none.
std::optional<IpPacket> vxlan_content(const UdpDatagram& datagram) {
  constexpr std::size_t kHeader = 8;
  if (datagram.payload.size() < kHeader) return std::nullopt;
  // Of the flags, exactly the one must be set that marks the network identifier as valid.
  if (datagram.payload[0] != std::byte{0x08}) return std::nullopt;
  const CapturedBytes frame = CapturedBytes{datagram.payload, datagram.length}.without_first(kHeader);
  auto packet = decapsulate_ether_type(frame.without_first(kEthernetAddresses));
  decapsulate_tunnels(packet);
  return packet ? std::optional(*packet) : std::nullopt;
}

/// Linux cooked, version 2: EtherType, 18 octets about the interface, packet.
FoundIp decapsulate_cooked2(const CapturedBytes& packet) {
  constexpr std::size_t kHeader = 20;
  ByteReader in(packet.bytes);
  const auto type = in.read<std::uint16_t>();
  if (!in.ok() || packet.bytes.size() < kHeader) return no_packet(DecapsulationFailure::Truncated);
  if (type == 0x0800 || type == 0x86DD) return decapsulate_ip(packet.without_first(kHeader));
  if (type != 0x8100 && type != 0x88A8) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ether_type(packet.without_first(kHeader + 2));
}

/// Four octets with the address family, in the byte order of the capturing host, then the packet. The number of
/// IPv6 differs between systems; all are accepted, and the version of the IP header decides.
FoundIp decapsulate_loopback(const CapturedBytes& packet) {
  constexpr std::uint32_t kInet = 2;
  ByteReader in(packet.bytes);
  const auto family = in.read<std::uint32_t>();
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  const auto swapped = (family & 0xFF) << 24 | (family & 0xFF00) << 8 | (family >> 8 & 0xFF00) | family >> 24;
  const auto is = [=](std::uint32_t value) { return family == value || swapped == value; };
  if (!is(kInet) && !is(10) && !is(24) && !is(28) && !is(30)) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ip(packet.without_first(4));
}

FoundIp after_link_header(LinkType link, const CapturedBytes& packet) {
  switch (link) {
    case LinkType::Ethernet:
      return decapsulate_ether_type(packet.without_first(kEthernetAddresses));
    case LinkType::RawIp:
      return decapsulate_ip(packet);
    case LinkType::LinuxCooked:
      return decapsulate_ether_type(packet.without_first(14));
    case LinkType::LinuxCooked2:
      return decapsulate_cooked2(packet);
    case LinkType::Loopback:
      return decapsulate_loopback(packet);
  }
  return no_packet(DecapsulationFailure::NotUdp);
}

}  // namespace

FoundIp decapsulate_link(LinkType link, ConstBytes bytes, std::size_t wire_length) noexcept {
  auto packet = after_link_header(link, {bytes, std::max(wire_length, bytes.size())});
  decapsulate_tunnels(packet);
  return packet;
}

FoundDatagram Decapsulator::decapsulate(const Packet& packet, const CapturePosition& position) {
  const auto ip = decapsulate_link(packet.link, packet.bytes, packet.wire_length);
  // One object for all returns, as in decapsulate_ip().
  auto datagram = ip ? content_of(*ip, position) : FoundDatagram(tl::unexpected(ip.error()));
  for (int tunnels = 0; datagram && datagram->destination.port == kVxlanPort && tunnels < kMostTunnels;
       ++tunnels) {
    const auto inside = vxlan_content(*datagram);
    if (!inside) break;
    datagram = content_of(*inside, position);
  }
  return datagram;
}

FoundDatagram Decapsulator::content_of(const IpPacket& packet, const CapturePosition& position) {
  if (packet.fragment) return complete(packet, position);
  return decapsulate_udp(packet);
}

FoundDatagram Decapsulator::complete(const IpPacket& fragment, const CapturePosition& position) {
  const auto whole = fragments_.add(fragment, position);
  if (!whole) return tl::unexpected(DecapsulationFailure::Fragment);
  const auto packet = skip_extensions(whole->packet);
  if (!packet) return tl::unexpected(packet.error());
  // A fragment inside of a reassembled datagram is not valid.
  if (packet->fragment) return tl::unexpected(DecapsulationFailure::Malformed);
  auto datagram = decapsulate_udp(*packet);
  if (datagram) datagram->fragments = whole->fragments;
  return datagram;
}

}  // namespace idn::capture
