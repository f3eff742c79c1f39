// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

namespace idn::capture {

/// Link layer of a capture: the header of its packets before the IP header.
enum class LinkType : std::uint8_t {
  Ethernet,      ///< 14 octets, and VLAN tags
  RawIp,         ///< nothing
  LinuxCooked,   ///< of captures on "any", version 1
  LinuxCooked2,  ///< likewise, version 2
  Loopback,      ///< of BSD: the family as four octets
};

/// By the number that capture files have for it; nothing for those that carry no IP or are not known.
std::optional<LinkType> link_type_of(std::uint32_t number) noexcept;
/// "Ethernet", "Linux cooked"; "link type 187" for a number that is not known.
std::string link_name(std::uint32_t number);

/// A packet as it was captured.
struct Packet {
  Duration time{};                 ///< since 1970, below 2^62 ns
  ConstBytes bytes;                ///< what was captured; a view until the next packet of the same file is read
  std::size_t wire_length = 0;     ///< octets the packet had on the wire
  LinkType link{};                 ///< kind of the header before the IP header
  std::uint64_t number = 0;        ///< counted from 1 in its file, packets that are left out included
  std::uint32_t stamp_source = 0;  ///< what stamped `time`: index into FileInfo::stamp_sources
};

}  // namespace idn::capture
