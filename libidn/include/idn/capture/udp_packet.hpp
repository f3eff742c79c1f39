// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"

/// Encodes the IPv4 packet of a datagram, as a capture on the wire would have it.
namespace idn::capture {

/// Octets of the IPv4 header (without options) and the UDP header.
inline constexpr std::size_t kUdpPacketHeaders = 20 + 8;

/// Writes IPv4 header, UDP header and payload with correct lengths and checksums.
/// @param from, to IPv4 addresses
/// @param payload at most 65507 octets
/// @return octets written; 0 when `out` is too small or the payload too long
std::size_t encode_udp_packet(const Endpoint& from, const Endpoint& to, ConstBytes payload,
                              MutableBytes out) noexcept;

}  // namespace idn::capture
