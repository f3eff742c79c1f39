// SPDX-License-Identifier: MIT
#pragma once

#include <tl/expected.hpp>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn_parser/capture/capture_reader.hpp"

/// From a captured packet to the UDP datagram inside: link layer, IPv4 or IPv6, UDP.
namespace idn::parser {

/// Why a packet yields no datagram.
enum class NoDatagram : std::uint8_t {
  NotUdp,     ///< another protocol: none of our business
  Fragment,   ///< a later IP fragment: it names no ports
  Malformed,  ///< headers contradict each other or the length on the wire
  Cut,        ///< the capture does not reach to the end of the UDP header
};

struct UdpDatagram {
  Endpoint source{};
  Endpoint destination{};
  ConstBytes payload{};        ///< what was captured of it
  std::size_t length = 0;      ///< octets the payload had on the wire; more than `payload` when cut
  bool is_fragmented = false;  ///< the first of several IP fragments: the payload goes on elsewhere
};

/// @param wire_length octets of the packet on the wire, of which `packet` holds all or the first
/// @return views into `packet`
tl::expected<UdpDatagram, NoDatagram> peel(LinkType link, ConstBytes packet, std::size_t wire_length) noexcept;

}  // namespace idn::parser
