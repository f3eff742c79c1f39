// SPDX-License-Identifier: MIT
#include "capture/decapsulate.hpp"

namespace idn::capture {
namespace {

using FoundIp = tl::expected<IpPacket, DecapsulationFailure>;
using FoundDatagram = tl::expected<UdpDatagram, DecapsulationFailure>;

FoundIp no_packet(DecapsulationFailure reason) {
  return tl::unexpected<DecapsulationFailure>(reason);
}

/// `layer`: from the protocol number of PPP on (RFC 1661); its first octet may be left out where it is 0.
FoundIp decapsulate_ppp(const CapturedBytes& layer) {
  constexpr std::uint16_t kIpv4 = 0x0021, kIpv6 = 0x0057;
  ByteReader in(layer.bytes);
  std::uint16_t protocol = in.read<std::uint8_t>();
  if (protocol % 2 == 0) protocol = static_cast<std::uint16_t>(protocol << 8 | in.read<std::uint8_t>());
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  if (protocol != kIpv4 && protocol != kIpv6) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ip(layer.without_first(in.position()));
}

/// The same behind the address and control of HDLC, if they are there.
FoundIp decapsulate_hdlc(const CapturedBytes& layer) {
  ByteReader in(layer.bytes);
  return decapsulate_ppp(layer.without_first(in.read<std::uint16_t>() == 0xFF03 ? 2 : 0));
}

/// `layer`: from the first label of MPLS on (RFC 3032). What they carry is nowhere stated; here it is IP.
FoundIp decapsulate_mpls(const CapturedBytes& layer) {
  ByteReader in(layer.bytes);
  bool is_last = false;
  while (!is_last && in.ok()) is_last = (in.read<std::uint32_t>() & 0x100) != 0;
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  return decapsulate_ip(layer.without_first(in.position()));
}

constexpr std::uint8_t vlan_priority_of(std::uint16_t tag) {
  return static_cast<std::uint8_t>(tag >> 13);
}

FoundIp with_vlan_priority(FoundIp packet, std::uint8_t priority) {
  if (packet) packet->marks.vlan_priority = priority;
  return packet;
}

/// `packet`: from an EtherType on. Any number of VLAN tags may precede the IP packet.
/// @param priority of a tag outside of them
FoundIp decapsulate_ether_type(const CapturedBytes& packet, std::optional<std::uint8_t> priority = {}) {
  ByteReader in(packet.bytes);
  for (;;) {
    const auto type = in.read<std::uint16_t>();
    if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
    switch (type) {
      case 0x0800:
      case 0x86DD:
        if (priority) return with_vlan_priority(decapsulate_ip(packet.without_first(in.position())), *priority);
        return decapsulate_ip(packet.without_first(in.position()));
      case 0x8100:
      case 0x88A8:
      case 0x9100: {
        const auto tag = in.read<std::uint16_t>();
        if (!priority) priority = vlan_priority_of(tag);
        break;
      }
      case 0x8847:
      case 0x8848:
        return decapsulate_mpls(packet.without_first(in.position()));
      case 0x8864: {  // a PPPoE session (RFC 2516)
        constexpr std::size_t kSessionHeader = 6;
        return decapsulate_ppp(packet.without_first(in.position() + kSessionHeader));
      }
      default:
        return no_packet(DecapsulationFailure::NotUdp);
    }
  }
}

constexpr std::size_t kEthernetAddresses = 12;

/// Octets of the header of ERSPAN behind that of GRE: a switch sends copies of frames to a host that captures.
std::size_t erspan_header(std::uint16_t type, bool has_sequence, ConstBytes content) {
  constexpr std::uint16_t kTypeTwo = 0x88BE;
  if (type == kTypeTwo) return has_sequence ? 8 : 0;  // type I has none
  const bool has_more = content.size() > 11 && (content[11] & std::byte{1}) != std::byte{0};
  return has_more ? 20 : 12;
}

/// `layer`: from a GRE header on (RFC 2784, RFC 2890), with IP, Ethernet or ERSPAN in it.
FoundIp decapsulate_gre(const CapturedBytes& layer) {
  constexpr std::uint16_t kChecksum = 0x8000, kKey = 0x2000, kSequence = 0x1000;
  constexpr std::uint16_t kRoutingAndVersion = 0x4007;
  constexpr std::uint16_t kEthernet = 0x6558, kErspanTwo = 0x88BE, kErspanThree = 0x22EB;
  ByteReader in(layer.bytes);
  const auto flags = in.read<std::uint16_t>();
  const auto type = in.read<std::uint16_t>();
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  if ((flags & kRoutingAndVersion) != 0) return no_packet(DecapsulationFailure::NotUdp);
  std::size_t header = 4;
  for (const auto option : {kChecksum, kKey, kSequence}) header += (flags & option) != 0 ? 4 : 0;
  CapturedBytes content = layer.without_first(header);
  if (type == kErspanTwo || type == kErspanThree) {
    content = content.without_first(erspan_header(type, (flags & kSequence) != 0, content.bytes));
    return decapsulate_ether_type(content.without_first(kEthernetAddresses));
  }
  if (type == kEthernet) return decapsulate_ether_type(content.without_first(kEthernetAddresses));
  if (type != 0x0800 && type != 0x86DD) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ip(content);
}

/// Limit of tunnels in tunnels, more than real networks have; bounds the work per packet.
constexpr int kMostTunnels = 4;

/// Replaces a packet of a tunnel by the packet inside; repeats that while it is one again.
void decapsulate_tunnels(FoundIp& packet) {
  for (int tunnels = 0; packet && is_tunnel(packet->protocol); ++tunnels) {
    if (tunnels == kMostTunnels)
      packet = no_packet(DecapsulationFailure::NotUdp);
    else
      packet =
          packet->protocol == kGreProtocol ? decapsulate_gre(packet->content) : decapsulate_ip(packet->content);
  }
}

constexpr std::uint16_t kVxlanPort = 4789;
constexpr std::uint16_t kGenevePort = 6081;

/// The frame in a datagram of VXLAN (RFC 7348), from the EtherType on.
std::optional<CapturedBytes> vxlan_content(const CapturedBytes& payload) {
  constexpr std::size_t kHeader = 8;
  // Of the flags, exactly the one must be set that marks the network identifier as valid.
  if (payload.bytes.size() < kHeader || payload.bytes[0] != std::byte{0x08}) return std::nullopt;
  return payload.without_first(kHeader + kEthernetAddresses);
}

/// The frame or IP packet in a datagram of GENEVE (RFC 8926), from its EtherType on.
std::optional<CapturedBytes> geneve_content(const CapturedBytes& payload) {
  constexpr std::uint16_t kEthernet = 0x6558;
  ByteReader in(payload.bytes);
  const auto version_and_options = in.read<std::uint8_t>();
  in.skip(1);
  const auto type = in.read<std::uint16_t>();
  if (!in.ok() || version_and_options >> 6 != 0) return std::nullopt;
  const std::size_t header = 8 + std::size_t{version_and_options & 0x3Fu} * 4;
  if (type == kEthernet) return payload.without_first(header + kEthernetAddresses);
  return std::nullopt;
}

/// The IP packet in a datagram to the port of a tunnel; nothing if it has none.
std::optional<IpPacket> tunnelled(const UdpDatagram& datagram) {
  const std::uint16_t port = datagram.destination.port;
  if (port != kVxlanPort && port != kGenevePort) return std::nullopt;
  const CapturedBytes payload{datagram.payload, datagram.length};
  const auto frame = port == kVxlanPort ? vxlan_content(payload) : geneve_content(payload);
  if (!frame) return std::nullopt;
  auto packet = decapsulate_ether_type(*frame);
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
  in.skip(kHeader - 2);
  return decapsulate_ether_type(packet.without_first(kHeader + 2), vlan_priority_of(in.read<std::uint16_t>()));
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

/// A frame of IEEE 802.11, not encrypted, with one packet behind the header of LLC and SNAP.
FoundIp decapsulate_wifi(const CapturedBytes& packet) {
  constexpr unsigned kTypes = 0x0C, kData = 0x08, kQos = 0x80, kWithoutData = 0x40;      // first octet
  constexpr unsigned kBothDistributionSystems = 0x03, kProtected = 0x40, kOrder = 0x80;  // second octet
  constexpr std::uint32_t kSnap = 0xAAAA0300;
  ByteReader in(packet.bytes);
  const unsigned type = in.read<std::uint8_t>();
  const unsigned flags = in.read<std::uint8_t>();
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  if ((type & kTypes) != kData || (type & kWithoutData) != 0 || (flags & kProtected) != 0)
    return no_packet(DecapsulationFailure::NotUdp);
  std::size_t header = (flags & kBothDistributionSystems) == kBothDistributionSystems ? 30 : 24;
  if ((type & kQos) != 0) header += (flags & kOrder) != 0 ? 6 : 2;
  const CapturedBytes llc = packet.without_first(header);
  ByteReader snap(llc.bytes);
  const auto start = snap.read<std::uint32_t>();
  snap.skip(2);
  if (!snap.ok()) return no_packet(DecapsulationFailure::Truncated);
  if (start != kSnap) return no_packet(DecapsulationFailure::NotUdp);
  return decapsulate_ether_type(llc.without_first(6));
}

std::uint16_t little_endian(std::uint16_t value) {
  return static_cast<std::uint16_t>(value << 8 | value >> 8);
}

/// Radiotap: its length is in the third and fourth octet, little endian.
FoundIp decapsulate_radiotap(const CapturedBytes& packet) {
  ByteReader in(packet.bytes);
  in.skip(2);
  const std::size_t length = little_endian(in.read<std::uint16_t>());
  if (!in.ok()) return no_packet(DecapsulationFailure::Truncated);
  return decapsulate_wifi(packet.without_first(length));
}

/// NFLOG of Linux: 4 octets, then entries of length and type, in the byte order of the capturing host (taken as
/// little endian), each filled up to 4 octets.
FoundIp decapsulate_netfilter_log(const CapturedBytes& packet) {
  constexpr std::uint16_t kPayload = 9;
  constexpr std::size_t kEntry = 4;
  CapturedBytes rest = packet.without_first(4);
  while (rest.bytes.size() >= kEntry) {
    ByteReader in(rest.bytes);
    const std::size_t length = little_endian(in.read<std::uint16_t>());
    const auto type = little_endian(in.read<std::uint16_t>());
    if (length < kEntry) return no_packet(DecapsulationFailure::Malformed);
    if (type == kPayload) return decapsulate_ip(rest.first(length).without_first(kEntry));
    rest = rest.without_first((length + 3) / 4 * 4);
  }
  return no_packet(rest.wire_length >= kEntry ? DecapsulationFailure::Truncated : DecapsulationFailure::NotUdp);
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
    case LinkType::Ppp:
      return decapsulate_hdlc(packet);
    case LinkType::Radiotap:
      return decapsulate_radiotap(packet);
    case LinkType::Wifi:
      return decapsulate_wifi(packet);
    case LinkType::NetfilterLog:
      return decapsulate_netfilter_log(packet);
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
  for (int tunnels = 0; datagram && tunnels < kMostTunnels; ++tunnels) {
    const auto inside = tunnelled(*datagram);
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
