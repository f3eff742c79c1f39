// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"

/// The IPv4 packet around a datagram, as a capture on the wire would show it.
namespace idn::capture {

/// Octets: IPv4 without options, and UDP.
inline constexpr std::size_t kUdpPacketHeaders = 20 + 8;

/// Writes IPv4 header, UDP header and payload with correct lengths and checksums.
/// @param payload at most 65507 octets
/// @return the octets written, none when `out` is too small
std::size_t encode_udp_packet(const Endpoint& from, const Endpoint& to, ConstBytes payload,
                              MutableBytes out) noexcept;

}  // namespace idn::capture
