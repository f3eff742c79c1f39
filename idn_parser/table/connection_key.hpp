// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "idn/capture/datagram_reader.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::parser {

/// Identifies a connection. Receivers distinguish connections by client address, port and group; a capture may
/// hold several receivers, so the server belongs to the key as well.
struct ConnectionKey {
  Endpoint client;
  Endpoint server;
  std::uint8_t client_group = 0;

  friend constexpr auto operator<=>(const ConnectionKey&, const ConnectionKey&) = default;
};

/// "10.0.0.1:50070 to 10.0.0.2:7255, group 0"
std::string to_string(const ConnectionKey& key);

/// A real-time datagram from a client to a server, with its connection.
struct RealtimeDatagram {
  ConnectionKey connection;
  wire::PacketHeader header;
  ConstBytes content;     ///< the octets after the packet header, as far as captured
  bool is_whole = false;  ///< all of it was captured
};

/// @param port UDP port of the receivers
/// @return empty for other datagrams, and for those shorter than a packet header
std::optional<RealtimeDatagram> realtime_datagram(const capture::UdpDatagram& datagram, std::uint16_t port);

}  // namespace idn::parser
