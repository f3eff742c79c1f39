// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tl/expected.hpp>

#include "idn/bytes.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/endpoint.hpp"

/// IPv4, IPv6 and UDP headers.
namespace idn::capture {

/// Protocol number of UDP in an IP header.
inline constexpr std::uint8_t kUdpProtocol = 17;
// Protocol numbers of tunnels: IPv4 and IPv6 in IP, and GRE, generic routing encapsulation.
inline constexpr std::uint8_t kIpv4Protocol = 4;
inline constexpr std::uint8_t kIpv6Protocol = 41;
inline constexpr std::uint8_t kGreProtocol = 47;

constexpr bool is_tunnel(std::uint8_t protocol) noexcept {
  return protocol == kGreProtocol || protocol == kIpv4Protocol || protocol == kIpv6Protocol;
}

/// Why a packet yields no datagram.
enum class DecapsulationFailure : std::uint8_t {
  NotUdp,     ///< neither UDP nor a known tunnel
  Fragment,   ///< a fragment of a datagram of which others are still missing
  Malformed,  ///< headers contradict each other or the length on the wire
  Truncated,  ///< the packet was captured too short to have all its headers
};

/// Octets of a packet from some layer on. Functions take it by reference, since a copy for each layer would
/// cost most of the time of decapsulation.
struct CapturedBytes {
  ConstBytes bytes;             ///< captured octets
  std::size_t wire_length = 0;  ///< octets on the wire; more than `bytes` if the packet was captured in part

  /// Without its first `count` octets.
  CapturedBytes without_first(std::size_t count) const noexcept {
    return {bytes.subspan((std::min)(count, bytes.size())), wire_length - (std::min)(count, wire_length)};
  }
  /// Only its first `count` octets: what follows is link-layer padding.
  CapturedBytes first(std::size_t count) const noexcept {
    return {bytes.first((std::min)(count, bytes.size())), (std::min)(count, wire_length)};
  }
};

/// Fragmentation fields of an IP header.
struct FragmentInfo {
  std::uint32_t identification = 0;  ///< the same for all fragments of a datagram
  std::size_t offset = 0;            ///< octets from the start of the datagram
  bool has_more = false;             ///< false: the last fragment
};

/// A decoded IP packet of UDP or a tunnel, or a fragment of one of UDP.
struct IpPacket {
  Endpoint source{};       ///< port 0, since the UDP header is not decoded yet
  Endpoint destination{};  ///< port 0, likewise
  std::uint8_t protocol =
      0;                    ///< of the first octets of `content`: UDP, a tunnel, or an extension header of IPv6
  CapturedBytes content{};  ///< what follows the IP header
  std::optional<FragmentInfo> fragment{};  ///< nothing for a packet that is no fragment
  UdpMarks marks{};
};

/// Decodes an IPv4 or IPv6 packet, by the version in its first octet. The content is UDP or a
/// tunnel; that of a fragment of IPv6 may begin with extension headers. NotUdp for other protocols and
/// fragments of tunnels. Total length 0, as hosts that leave segmentation to the network card write it: all
/// that is there.
tl::expected<IpPacket, DecapsulationFailure> decapsulate_ip(const CapturedBytes& packet) noexcept;

/// Skips the IPv6 extension headers at the start of `packet.content`; stops after the header of a fragment.
tl::expected<IpPacket, DecapsulationFailure> skip_extensions(IpPacket packet) noexcept;

/// Decodes the UDP header of a packet that is no fragment. NotUdp for other protocols. A length of 0, or one
/// that is longer than the packet: all that the packet has.
tl::expected<UdpDatagram, DecapsulationFailure> decapsulate_udp(const IpPacket& packet) noexcept;

}  // namespace idn::capture
