// SPDX-License-Identifier: MIT
#include "idn/capture/decapsulate.hpp"

namespace idn::capture {
namespace {

using FoundIp = tl::expected<IpPacket, NoDatagram>;

FoundIp no_packet(NoDatagram reason) {
  return tl::unexpected<NoDatagram>(reason);
}

/// What follows an Ethernet type field, any number of VLAN tags in between.
FoundIp decapsulate_ether_type(Layer layer) {
  for (;;) {
    ByteReader in(layer.bytes);
    const auto type = in.read<std::uint16_t>();
    if (!in.ok()) return no_packet(NoDatagram::Cut);
    switch (type) {
      case 0x0800:
      case 0x86DD:
        return decapsulate_ip(layer.without_first(2));
      case 0x8100:
      case 0x88A8:
      case 0x9100:
        layer = layer.without_first(4);
        break;
      default:
        return no_packet(NoDatagram::NotUdp);
    }
  }
}

/// Cooked, version 2, has its type field first and 18 octets about the interface behind it.
FoundIp decapsulate_cooked2(Layer packet) {
  constexpr std::size_t kHeader = 20;
  ByteReader in(packet.bytes);
  const auto type = in.read<std::uint16_t>();
  if (!in.ok() || packet.bytes.size() < kHeader) return no_packet(NoDatagram::Cut);
  if (type == 0x0800 || type == 0x86DD) return decapsulate_ip(packet.without_first(kHeader));
  if (type != 0x8100 && type != 0x88A8) return no_packet(NoDatagram::NotUdp);
  return decapsulate_ether_type(packet.without_first(kHeader + 2));
}

/// Four octets with the address family, in the byte order of the capturing host. The families of IPv6 differ
/// between systems, so the IP version decides; families that are not IP fail there too.
FoundIp decapsulate_loopback(Layer packet) {
  constexpr std::uint32_t kInet = 2;
  ByteReader in(packet.bytes);
  const auto family = in.read<std::uint32_t>();
  if (!in.ok()) return no_packet(NoDatagram::Cut);
  const auto swapped = (family & 0xFF) << 24 | (family & 0xFF00) << 8 | (family >> 8 & 0xFF00) | family >> 24;
  const auto is = [=](std::uint32_t value) { return family == value || swapped == value; };
  if (!is(kInet) && !is(10) && !is(24) && !is(28) && !is(30)) return no_packet(NoDatagram::NotUdp);
  return decapsulate_ip(packet.without_first(4));
}

}  // namespace

FoundIp decapsulate_link(LinkType link, ConstBytes bytes, std::size_t wire_length) noexcept {
  const Layer packet{bytes, std::max(wire_length, bytes.size())};
  switch (link) {
    case LinkType::Ethernet:
      return decapsulate_ether_type(packet.without_first(12));
    case LinkType::RawIp:
      return decapsulate_ip(packet);
    case LinkType::LinuxCooked:
      return decapsulate_ether_type(packet.without_first(14));
    case LinkType::LinuxCooked2:
      return decapsulate_cooked2(packet);
    case LinkType::Loopback:
      return decapsulate_loopback(packet);
  }
  return no_packet(NoDatagram::NotUdp);
}

tl::expected<UdpDatagram, NoDatagram> Decapsulator::decapsulate(const Packet& packet, const Moment& moment) {
  const auto ip = decapsulate_link(packet.link, packet.bytes, packet.wire_length);
  if (!ip) return tl::unexpected(ip.error());
  return ip->fragment ? complete(*ip, moment) : decapsulate_udp(*ip);
}

tl::expected<UdpDatagram, NoDatagram> Decapsulator::complete(const IpPacket& fragment, const Moment& moment) {
  const auto whole = fragments_.add(fragment, moment);
  if (!whole) return tl::unexpected(NoDatagram::Fragment);
  const auto packet = skip_extensions(whole->packet);
  if (!packet) return tl::unexpected(packet.error());
  // Fragments of fragments: nobody sends that.
  if (packet->fragment) return tl::unexpected(NoDatagram::Malformed);
  auto datagram = decapsulate_udp(*packet);
  if (datagram) datagram->fragments = whole->fragments;
  return datagram;
}

}  // namespace idn::capture
