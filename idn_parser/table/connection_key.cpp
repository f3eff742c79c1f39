// SPDX-License-Identifier: MIT
#include "idn_parser/table/connection_key.hpp"

namespace idn::parser {

std::string to_string(const ConnectionKey& key) {
  return to_string(key.client) + " to " + to_string(key.server) + ", group " + std::to_string(key.client_group);
}

std::optional<RealtimeDatagram> realtime_datagram(const capture::UdpDatagram& datagram, std::uint16_t port) {
  if (datagram.destination.port != port) return std::nullopt;
  ByteReader in(datagram.payload);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || !wire::is_realtime(header->command)) return std::nullopt;
  return RealtimeDatagram{.connection = {datagram.source, datagram.destination, header->client_group},
                          .header = *header,
                          .content = datagram.payload.subspan(wire::PacketHeader::kSize),
                          .is_whole = datagram.payload.size() == datagram.length};
}

}  // namespace idn::parser
