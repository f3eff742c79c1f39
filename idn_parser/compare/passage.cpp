// SPDX-License-Identifier: MIT
#include "idn_parser/compare/passage.hpp"

#include <functional>
#include <string_view>

#include "idn_parser/capture/read_datagrams.hpp"
#include "idn_parser/table/traffic.hpp"

namespace idn::parser {
namespace {

/// Enough for every header of a message, of which the timestamp alone makes it unique for an hour.
constexpr std::size_t kHeadOctets = 64;

std::uint64_t hash_of(ConstBytes bytes, wire::Command command) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::hash<std::string_view>{}(text) ^ static_cast<std::uint64_t>(command);
}

class Sorter {
 public:
  explicit Sorter(PassedTraffic& traffic) : traffic_(traffic) {}

  void take(const UdpDatagram& datagram, Duration time, std::uint64_t packet_number) {
    ByteReader in(datagram.payload);
    const auto header = wire::PacketHeader::decode(in);
    if (!header || !wire::is_realtime(header->command)) return;
    Passages* const passages = passages_of({datagram.source, datagram.destination, header->client_group});
    if (passages == nullptr) return;
    const ConstBytes content = datagram.payload.subspan(wire::PacketHeader::kSize);
    const auto head = content.first(std::min(content.size(), kHeadOctets));
    const bool is_whole = datagram.payload.size() == datagram.length;
    passages->push_back({.time = time,
                         .position = unwrapped(header->sequence, *passages),
                         .content = hash_of(content, header->command),
                         .head = static_cast<std::uint32_t>(hash_of(head, header->command)),
                         .has_head = is_whole || head.size() == kHeadOctets,
                         .packet_number = static_cast<std::uint32_t>(packet_number),
                         .is_whole = is_whole});
  }

 private:
  static std::int64_t unwrapped(std::uint16_t sequence, const Passages& before) {
    if (before.empty()) return sequence;
    return before.back().position + static_cast<std::int16_t>(sequence - before.back().sequence());
  }

  Passages* passages_of(const ConnectionKey& key) {
    const auto found = indices_.find(key);
    if (found != indices_.end()) return &traffic_.connections[found->second].passages;
    if (indices_.size() == Traffic::kMaxConnections) {
      ++traffic_.unsorted;
      return nullptr;
    }
    indices_.emplace(key, traffic_.connections.size());
    traffic_.connections.push_back({key, {}});
    return &traffic_.connections.back().passages;
  }

  PassedTraffic& traffic_;
  std::map<ConnectionKey, std::size_t> indices_;
};

}  // namespace

PassedTraffic read_passages(const std::string& file, std::uint16_t port) {
  PassedTraffic traffic{.file = file, .connections = {}, .facts = {}};
  Sorter sorter(traffic);
  traffic.facts = read_datagrams(std::span(&file, 1), [&](const CapturedDatagram& datagram) {
    if (datagram.content.destination.port == port)
      sorter.take(datagram.content, datagram.moment.time, datagram.moment.packet_number);
  });
  return traffic;
}

}  // namespace idn::parser
