// SPDX-License-Identifier: MIT
#include "idn_parser/table/traffic.hpp"

#include <algorithm>

#include "idn/wire/hello.hpp"

namespace idn::parser {
namespace {

/// Whether it is a real-time command of the specification; their range has reserved values, too.
constexpr bool is_known(wire::Command command) {
  using enum wire::Command;
  return command == RtMessage || command == RtMessageAckRequest || wire::is_close(command) ||
         command == RtAbort;
}

constexpr bool is_request(wire::Command command) {
  using enum wire::Command;
  return command == PingRequest || command == GroupRequest || command == ScanRequest ||
         command == ServiceMapRequest;
}

}  // namespace

void Traffic::take(const capture::UdpDatagram& datagram, const capture::CapturePosition& moment) {
  const bool to_server = datagram.destination.port == port_;
  const bool from_server = datagram.source.port == port_;
  if (!to_server && !from_server) return;
  ++datagrams_;
  count_checksum(datagram.checksum, moment);
  ByteReader in(datagram.payload);
  wire::PacketHeader header;
  if (!header.read(in)) {
    ++(datagram.length < wire::PacketHeader::kSize ? too_short_ : captured_too_short_);
    return;
  }
  ++commands_[header.command];
  if (to_server && is_known(header.command)) take_realtime(header, datagram, moment);
  if (to_server && is_request(header.command)) take_request(header, datagram, moment);
  if (to_server && !is_known(header.command)) count_disguised(header, datagram);
  if (from_server && header.command == wire::Command::RtAcknowledge) take_acknowledge(header, datagram, moment);
  if (from_server && header.command == wire::Command::ServiceMapResponse) take_service_map(datagram);
}

void Traffic::count_disguised(const wire::PacketHeader& header, const capture::UdpDatagram& datagram) noexcept {
  // A total size that is right, the bit of channel messages, and something to show.
  const auto is_message = [](ConstBytes octets) {
    ByteReader in(octets);
    const auto read = wire::ChannelMessageHeader::decode(in);
    return read && read->total_size == octets.size() && in.remaining() > 0;
  };
  if (is_message(datagram.payload)) {
    ++disguised_.without_packet_header;
  } else if (is_message(datagram.payload.subspan(wire::PacketHeader::kSize))) {
    ++disguised_.behind_other_commands;
    disguised_.command = header.command;
  }
}

void Traffic::count_checksum(capture::UdpChecksum checksum, const capture::CapturePosition& moment) noexcept {
  if (checksum == capture::UdpChecksum::Unfinished) ++checksums_.unfinished;
  if (checksum == capture::UdpChecksum::Wrong && checksums_.wrong++ == 0) checksums_.first_wrong = moment;
}

void Traffic::take_realtime(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                            const capture::CapturePosition& moment) {
  const ConnectionKey key{datagram.source, datagram.destination, header.client_group};
  auto* const connection = connection_of(key);
  if (connection == nullptr) {
    ++unsorted_;
    return;
  }
  if (!early_.empty()) give_early_acknowledges(key, *connection);
  connection->take({.header = header,
                    .datagram = in_full_length(datagram.payload, datagram.length),
                    .captured = datagram.payload.size(),
                    .was_fragmented = datagram.fragments > 0,
                    .marks = datagram.marks,
                    .at = moment});
}

/// Null if there are too many.
Connection* Traffic::connection_of(const ConnectionKey& key) {
  if (Connection* const known = connections_.find(key)) return known;
  if (connections_.is_full()) return nullptr;
  const auto number = connections_.size();
  return connections_.find_or_add(key, key.client, options_, number < kMaxReceptions,
                                  links_[key.server.address], skew_, number);
}

/// Clients may number requests and the datagrams of their streams by one counter.
void Traffic::take_request(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                           const capture::CapturePosition& moment) {
  if (auto* const connection = connections_.find({datagram.source, datagram.destination, header.client_group}))
    connection->take_request(datagram.payload.first(wire::PacketHeader::kSize), header.sequence, moment);
}

void Traffic::take_acknowledge(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                               const capture::CapturePosition& moment) {
  const ConnectionKey key{datagram.destination, datagram.source, header.client_group};
  const ConstBytes payload = datagram.payload.subspan(wire::PacketHeader::kSize);
  if (auto* const connection = connections_.find(key))
    connection->take_acknowledge(header.sequence, payload, moment);
  else if (early_.size() < kMaxEarly) {
    const ConstBytes known = payload.first(std::min(payload.size(), wire::Acknowledge::kSize));
    early_.emplace(key, EarlyAcknowledge{header.sequence, {known.begin(), known.end()}, moment});
  }
}

void Traffic::take_service_map(const capture::UdpDatagram& datagram) {
  if (service_maps_.size() >= kMaxConnections) return;
  ByteReader in(datagram.payload.subspan(wire::PacketHeader::kSize));
  const auto map = wire::ServiceMap::decode(in);
  if (!map || map->service_count() == 0) return;
  auto& services = service_maps_[datagram.source];
  for (std::size_t i = 0; i < map->service_count(); ++i) services.set(map->service(i).service_id);
}

void Traffic::give_early_acknowledges(const ConnectionKey& key, Connection& connection) {
  const auto [first, end] = early_.equal_range(key);
  for (auto early = first; early != end; ++early)
    connection.take_acknowledge(early->second.sequence, early->second.payload, early->second.at);
  early_.erase(first, end);
}

void Traffic::finish() {
  connections_.for_each([](Connection& connection) { connection.finish(); });
  skew_.finish();
}

/// Pads the octets that the capture cut off with zeros, so that sizes are those on the wire.
ConstBytes Traffic::in_full_length(ConstBytes captured, std::size_t length) {
  if (captured.size() >= length) return captured;
  padded_.assign(length, std::byte{0});
  std::ranges::copy(captured, padded_.begin());
  return padded_;
}

}  // namespace idn::parser
