// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "idn/capture/ip.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::parser {

/// Where a connection comes from and goes to. Receivers tell connections apart by client address, port and
/// group; a capture sees several receivers, so the server belongs to the key here.
struct ConnectionKey {
  Endpoint client;
  Endpoint server;
  std::uint8_t client_group = 0;

  friend constexpr auto operator<=>(const ConnectionKey&, const ConnectionKey&) = default;
};

/// "10.0.0.1:50070 to 10.0.0.2:7255, group 0"
std::string to_string(const ConnectionKey& key);

/// A real-time datagram on its way to a server, and whose it is.
struct RealtimeDatagram {
  ConnectionKey connection;
  wire::PacketHeader header;
  ConstBytes content;     ///< behind the packet header, as far as it was captured
  bool is_whole = false;  ///< all of it was captured
};

/// @param port UDP port of the receivers
/// @return nothing for other datagrams, and for those too short for a packet header
std::optional<RealtimeDatagram> realtime_datagram(const capture::UdpDatagram& datagram, std::uint16_t port);

}  // namespace idn::parser
