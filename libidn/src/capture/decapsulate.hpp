// SPDX-License-Identifier: MIT
#pragma once

#include "capture/ip.hpp"
#include "capture/ip_reassembly.hpp"
#include "capture/packet.hpp"

/// Decapsulation: from a captured packet to the UDP datagram inside, through link layer, IPv4 or IPv6, and UDP,
/// and through PPP, MPLS, and tunnels of IP, GRE, ERSPAN, VXLAN and GENEVE.
namespace idn::capture {

/// The IP packet after a link-layer header; if that is a tunnel, the innermost packet in it.
/// @param wire_length octets of the packet on the wire, of which `packet` has all or only the first
/// @return views into `packet`
tl::expected<IpPacket, DecapsulationFailure> decapsulate_link(LinkType link, ConstBytes packet,
                                                              std::size_t wire_length) noexcept;

/// Extracts UDP datagrams from packets. A fragmented datagram is returned for the fragment that completes it.
/// Threads: one owner. Real-time: no (heap).
class Decapsulator {
 public:
  /// @return a view into the packet; if the datagram was fragmented, a view that is valid until the next call
  tl::expected<UdpDatagram, DecapsulationFailure> decapsulate(const Packet& packet,
                                                              const CapturePosition& position);
  /// Call at the end of the capture: counts datagrams of which fragments are missing.
  void finish() { fragments_.finish(); }

  /// Counts of fragments so far.
  const FragmentStats& fragments() const noexcept { return fragments_.facts(); }

 private:
  tl::expected<UdpDatagram, DecapsulationFailure> content_of(const IpPacket& packet,
                                                             const CapturePosition& position);
  tl::expected<UdpDatagram, DecapsulationFailure> complete(const IpPacket& fragment,
                                                           const CapturePosition& position);

  IpReassembler fragments_;
};

}  // namespace idn::capture
