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
  RawIp,         ///< none
  LinuxCooked,   ///< version 1 of the header for captures on the interface "any" of Linux
  LinuxCooked2,  ///< version 2 of it
  Loopback,      ///< of BSD: four octets with the address family
  Ppp,           ///< protocol number of PPP, perhaps after the octets FF 03
  Radiotap,      ///< data about the reception, then a frame of IEEE 802.11
  Wifi,          ///< a frame of IEEE 802.11
  NetfilterLog,  ///< type-length-value entries of Linux, one of which is the packet
};

/// The link type with this number (LINKTYPE_ of pcap); nothing for those that carry no IP or are not known.
std::optional<LinkType> link_type_of(std::uint32_t number) noexcept;
/// Name of the link type: "Ethernet", "Linux cooked"; "link type 187" for a number that is not known.
std::string link_name(std::uint32_t number);

/// A packet as it was captured.
struct Packet {
  Duration time{};                 ///< since 1970, below 2^62 ns
  ConstBytes bytes;                ///< octets captured; a view until the next packet of the same file is read
  std::size_t wire_length = 0;     ///< octets the packet had on the wire
  LinkType link{};                 ///< kind of the header before the IP header
  std::uint64_t number = 0;        ///< counted from 1 in its file, with those that Reader leaves out
  std::uint32_t stamp_source = 0;  ///< what stamped `time`: index into FileInfo::stamp_sources
  bool has_time = true;            ///< false: it has no valid time, and `time` is that of the packet before
};

}  // namespace idn::capture
