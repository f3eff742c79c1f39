// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"

namespace idn::capture {

/// What the checksum in a UDP header says.
enum class UdpChecksum : std::uint8_t {
  Unknown,     ///< the capture lacks octets that it covers, or there is none (IPv4 only)
  Right,       ///< agrees with addresses, ports and octets
  Unfinished,  ///< of the pseudo-header only: captured before the network card of the sender computed the rest
  Wrong,       ///< no receiver gets such a datagram
};

/// A UDP datagram of a capture.
struct UdpDatagram {
  Endpoint source{};            ///< address and port of the sender
  Endpoint destination{};       ///< address and port of the receiver
  ConstBytes payload{};         ///< captured octets of the payload
  std::size_t length = 0;       ///< octets of the payload on the wire; more than `payload` if captured in part
  std::uint32_t fragments = 0;  ///< number of its IP fragments; 0: it was not fragmented
  /// False: its header states no length, or one beyond the packet; `length` is then all that the packet has.
  bool states_its_length = true;
  UdpChecksum checksum = UdpChecksum::Unknown;  ///< of a part of a merged packet: of the whole
};

}  // namespace idn::capture
