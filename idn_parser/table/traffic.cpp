// SPDX-License-Identifier: MIT
#include "idn_parser/table/traffic.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

constexpr bool opens_connection(wire::Command command) {
  using enum wire::Command;
  return command == RtMessage || command == RtMessageAckRequest || wire::is_close(command) ||
         command == RtAbort;
}

}  // namespace

void Traffic::take(const UdpDatagram& datagram, const Moment& moment) {
  const bool to_server = datagram.destination.port == port_;
  const bool from_server = datagram.source.port == port_;
  if (!to_server && !from_server) return;
  ++datagrams_;
  ByteReader in(datagram.payload);
  const auto header = wire::PacketHeader::decode(in);
  if (!header) {
    ++too_short_;
    return;
  }
  ++commands_[header->command];
  if (to_server && opens_connection(header->command)) take_realtime(*header, datagram, moment);
  if (from_server && header->command == wire::Command::RtAcknowledge)
    take_acknowledge(*header, datagram, moment);
}

void Traffic::take_realtime(const wire::PacketHeader& header, const UdpDatagram& datagram,
                            const Moment& moment) {
  const ConnectionKey key{datagram.source, datagram.destination, header.client_group};
  auto found = connections_.find(key);
  if (found == connections_.end()) {
    if (connections_.size() == kMaxConnections) {
      ++unsorted_;
      return;
    }
    const bool plays = connections_.size() < kMaxReceptions;
    found = connections_.try_emplace(key, key.client, options_, plays).first;
  }
  found->second.take({.header = header,
                      .datagram = in_full_length(datagram.payload, datagram.length),
                      .captured = datagram.payload.size(),
                      .was_fragmented = datagram.fragments > 0,
                      .at = moment});
}

void Traffic::take_acknowledge(const wire::PacketHeader& header, const UdpDatagram& datagram,
                               const Moment& moment) {
  const auto found = connections_.find({datagram.destination, datagram.source, header.client_group});
  if (found != connections_.end())
    found->second.take_acknowledge(header.sequence, datagram.payload.subspan(wire::PacketHeader::kSize),
                                   moment);
}

void Traffic::finish() {
  for (auto& [key, connection] : connections_) connection.finish();
}

/// Zeros stand for what the capture cut off, so that sizes are those of the wire.
ConstBytes Traffic::in_full_length(ConstBytes captured, std::size_t length) {
  if (captured.size() >= length) return captured;
  padded_.assign(length, std::byte{0});
  std::ranges::copy(captured, padded_.begin());
  return padded_;
}

}  // namespace idn::parser
