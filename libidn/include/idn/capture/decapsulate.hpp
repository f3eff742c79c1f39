// SPDX-License-Identifier: MIT
#pragma once

#include "idn/capture/ip.hpp"
#include "idn/capture/ip_reassembly.hpp"
#include "idn/capture/packet.hpp"

/// From a captured packet to the UDP datagram inside: link layer, IPv4 or IPv6, UDP. What lies in a session of
/// PPPoE or in a tunnel of GRE or VXLAN is looked for there.
namespace idn::capture {

/// The IP packet behind a link-layer header; the inner one of a GRE tunnel.
/// @param wire_length octets of the packet on the wire, of which `packet` holds all or the first
/// @return views into `packet`
tl::expected<IpPacket, DecapsulationFailure> decapsulate_link(LinkType link, ConstBytes packet,
                                                              std::size_t wire_length) noexcept;

/// Takes packets, gives datagrams. Those in IP fragments come with the fragment that completes them.
/// Threads: one owner. Real-time: no (heap).
class Decapsulator {
 public:
  /// @return views into the packet or, of a datagram that came in fragments, valid until the next call
  tl::expected<UdpDatagram, DecapsulationFailure> decapsulate(const Packet& packet,
                                                              const CapturePosition& moment);
  /// No more will come: what is incomplete is counted as such.
  void finish() { fragments_.finish(); }

  /// So far.
  const FragmentStats& fragments() const noexcept { return fragments_.facts(); }

 private:
  tl::expected<UdpDatagram, DecapsulationFailure> content_of(const IpPacket& packet,
                                                             const CapturePosition& moment);
  tl::expected<UdpDatagram, DecapsulationFailure> complete(const IpPacket& fragment,
                                                           const CapturePosition& moment);

  IpReassembler fragments_;
};

}  // namespace idn::capture
