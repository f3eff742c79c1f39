// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tl/expected.hpp>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"

/// IPv4, IPv6 and UDP headers.
namespace idn::capture {

/// The numbers of UDP and of generic routing encapsulation, a tunnel, in an IP header.
inline constexpr std::uint8_t kUdpProtocol = 17;
/// Generic routing encapsulation.
inline constexpr std::uint8_t kGreProtocol = 47;

/// Why a packet yields no datagram.
enum class DecapsulationFailure : std::uint8_t {
  NotUdp,     ///< another protocol: none of our business
  Fragment,   ///< a part of a datagram that is not complete yet
  Malformed,  ///< headers contradict each other or the length on the wire
  Cut,        ///< the capture does not reach to the end of the UDP header
};

/// Octets of a packet from some layer on: what was captured, and how many there were on the wire. Passed by
/// reference: a copy for each layer is what decapsulation would spend most of its time on.
struct CapturedBytes {
  ConstBytes bytes;             ///< that were captured
  std::size_t wire_length = 0;  ///< octets; more than `bytes` where the capture was cut

  /// Without its first `count` octets.
  CapturedBytes without_first(std::size_t count) const noexcept {
    return {bytes.subspan(std::min(count, bytes.size())), wire_length - std::min(count, wire_length)};
  }
  /// Only its first `count` octets: what follows is link-layer padding.
  CapturedBytes first(std::size_t count) const noexcept {
    return {bytes.first(std::min(count, bytes.size())), std::min(count, wire_length)};
  }
};

/// Where a fragment belongs.
struct FragmentInfo {
  std::uint32_t identification = 0;  ///< the same for all fragments of a datagram
  std::size_t offset = 0;            ///< octets
  bool has_more = false;             ///< it is not the last one
};

/// What an IP packet carries of UDP, or of a tunnel that may hold it.
struct IpPacket {
  Endpoint source{};          ///< port 0 as yet
  Endpoint destination{};     ///< port 0 as yet
  std::uint8_t protocol = 0;  ///< of the first octets of `content`: UDP, GRE, or an extension header of IPv6
  CapturedBytes content{};    ///< behind the IP header
  std::optional<FragmentInfo> fragment{};  ///< nothing for a whole packet
};

/// A UDP datagram of a capture.
struct UdpDatagram {
  Endpoint source{};            ///< address and port of the sender
  Endpoint destination{};       ///< where it went
  ConstBytes payload{};         ///< what was captured of it
  std::size_t length = 0;       ///< octets the payload had on the wire; more than `payload` when cut
  std::uint32_t fragments = 0;  ///< IP fragments that it came in; 0: it was whole
};

/// Takes an IPv4 or IPv6 packet, told apart by the version in its first octet. Of a whole packet the content
/// is UDP or GRE; of a fragment, which is one of UDP, it may begin with extension headers. NotUdp for others.
tl::expected<IpPacket, DecapsulationFailure> decapsulate_ip(const CapturedBytes& packet) noexcept;

/// Skips the extension headers that a datagram begins with which was put together from fragments.
tl::expected<IpPacket, DecapsulationFailure> skip_extensions(IpPacket packet) noexcept;

/// The datagram in a packet that is whole, and UDP.
tl::expected<UdpDatagram, DecapsulationFailure> decapsulate_udp(const IpPacket& packet) noexcept;

}  // namespace idn::capture
