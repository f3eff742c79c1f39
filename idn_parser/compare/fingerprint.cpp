// SPDX-License-Identifier: MIT
#include "idn_parser/compare/fingerprint.hpp"

#include <functional>
#include <string_view>

#include "idn_parser/read_datagrams.hpp"
#include "idn_parser/table/traffic.hpp"

namespace idn::parser {
namespace {

/// Enough for all headers of a message, including its 32-bit timestamp, which repeats only after 71 minutes.
constexpr std::size_t kHeadOctets = 64;

std::uint64_t hash_of(ConstBytes bytes, wire::Command command) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::hash<std::string_view>{}(text) ^ static_cast<std::uint64_t>(command);
}

class FingerprintCollector {
 public:
  explicit FingerprintCollector(TrafficFingerprints& traffic) : traffic_(traffic) {}

  void add(const RealtimeDatagram& datagram, std::uint8_t dscp, const capture::CapturePosition& at) {
    Fingerprints* const fingerprints = fingerprints_of(datagram.connection);
    if (fingerprints == nullptr) return;
    const ConstBytes content = datagram.content;
    const auto head = content.first(std::min(content.size(), kHeadOctets));
    const auto command = datagram.header.command;
    fingerprints->push_back({.time = at.time,
                             .position = unwrapped(datagram.header.sequence, *fingerprints),
                             .content = hash_of(content, command),
                             .head = static_cast<std::uint32_t>(hash_of(head, command)),
                             .has_head = datagram.is_whole || head.size() == kHeadOctets,
                             .packet_number = static_cast<std::uint32_t>(at.packet_number),
                             .is_whole = datagram.is_whole,
                             .has_time = at.has_time,
                             .dscp = dscp});
  }

 private:
  /// The sequence number without its wrap at 2^16.
  static std::int64_t unwrapped(std::uint16_t sequence, const Fingerprints& before) {
    if (before.empty()) return sequence;
    return before.back().position + static_cast<std::int16_t>(sequence - before.back().sequence());
  }

  Fingerprints* fingerprints_of(const ConnectionKey& key) {
    const auto* const index = indices_.find_or_add(key, traffic_.connections.size());
    if (index == nullptr) {
      ++traffic_.unsorted;
      return nullptr;
    }
    if (*index == traffic_.connections.size()) traffic_.connections.push_back({key, {}});
    return &traffic_.connections[*index].fingerprints;
  }

  TrafficFingerprints& traffic_;
  ConnectionTable<std::size_t> indices_{Traffic::kMaxConnections};
};

}  // namespace

TrafficFingerprints read_fingerprints(const std::string& file, std::uint16_t port) {
  TrafficFingerprints traffic{.file = file, .port = port, .connections = {}, .facts = {}};
  FingerprintCollector collector(traffic);
  traffic.facts = read_datagrams(std::span(&file, 1), [&](const capture::CapturedDatagram& datagram) {
    if (const auto realtime = realtime_datagram(datagram.content, port))
      collector.add(*realtime, datagram.content.marks.dscp, datagram.position);
  });
  return traffic;
}

}  // namespace idn::parser
