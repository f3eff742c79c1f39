// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <vector>

#include "cli/skew.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn_parser/table/connection.hpp"
#include "idn_parser/table/connection_table.hpp"

namespace idn::parser {

struct ChecksumCounts {
  std::uint64_t wrong = 0;       ///< datagrams whose UDP checksum is
  std::uint64_t unfinished = 0;  ///< captured before the network card of the sender computed it
  capture::CapturePosition first_wrong{};
};

/// Datagrams to the port that are no real-time packets, but hold a channel message.
struct DisguisedMessages {
  std::uint64_t behind_other_commands = 0;
  wire::Command command{};  ///< of the last of them
  std::uint64_t without_packet_header = 0;
};

/// Sorts the datagrams of one IDN port into connections. Memory is bounded, except for the measurements that
/// grow per datagram (StreamRecord, Acknowledges).
class Traffic {
 public:
  using Connections = ConnectionTable<Connection>::Entries;
  /// The service IDs of every service map that a receiver sent, together.
  using ServiceMaps = std::map<Endpoint, std::bitset<256>>;
  /// By the receiver's address, without its port.
  using Links = std::map<decltype(Endpoint::address), LinkSum>;
  using Commands = std::map<wire::Command, std::uint64_t>;

  /// More connections than any show has.
  static constexpr std::size_t kMaxConnections = 4096;

  /// The first connections get a simulated receiver, whose events are counted. It takes about 200 KiB.
  static constexpr std::size_t kMaxReceptions = 64;

  /// Acknowledges that are kept until the first datagram of their connection comes.
  static constexpr std::size_t kMaxEarly = 65536;

  explicit Traffic(std::uint16_t port, const TableOptions& options = {}) : port_(port), options_(options) {}

  /// Ignores datagrams that neither come from nor go to the port.
  void take(const capture::UdpDatagram& datagram, const capture::CapturePosition& moment);
  /// To be called after the last datagram.
  void finish();

  const Connections& connections() const noexcept { return connections_.entries(); }
  const Links& links() const noexcept { return links_; }
  /// Of the arrivals of all laser streams; complete after finish().
  cli::SkewFacts skew() const { return skew_.facts(); }
  const ServiceMaps& service_maps() const noexcept { return service_maps_; }
  /// Every command seen in either direction, and how often.
  const Commands& commands() const noexcept { return commands_; }
  std::uint64_t datagrams() const noexcept { return datagrams_; }
  /// Datagrams too short for a packet header.
  std::uint64_t too_short() const noexcept { return too_short_; }
  /// Datagrams of which the capture holds less than the packet header.
  std::uint64_t captured_too_short() const noexcept { return captured_too_short_; }
  const DisguisedMessages& disguised() const noexcept { return disguised_; }
  const ChecksumCounts& checksums() const noexcept { return checksums_; }
  /// Real-time datagrams of connections beyond kMaxConnections.
  std::uint64_t unsorted() const noexcept { return unsorted_; }

 private:
  struct EarlyAcknowledge {
    std::uint16_t sequence = 0;
    std::vector<std::byte> payload;
    capture::CapturePosition at;
  };

  void count_disguised(const wire::PacketHeader& header, const capture::UdpDatagram& datagram) noexcept;
  void count_checksum(capture::UdpChecksum checksum, const capture::CapturePosition& moment) noexcept;
  void take_realtime(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                     const capture::CapturePosition& moment);
  Connection* connection_of(const ConnectionKey& key);
  void take_request(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                    const capture::CapturePosition& moment);
  void take_acknowledge(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                        const capture::CapturePosition& moment);
  void take_service_map(const capture::UdpDatagram& datagram);
  void give_early_acknowledges(const ConnectionKey& key, Connection& connection);
  ConstBytes in_full_length(ConstBytes captured, std::size_t length);

  std::uint16_t port_;
  TableOptions options_;
  Links links_;
  cli::SkewMeter skew_;
  ServiceMaps service_maps_;
  ConnectionTable<Connection> connections_{kMaxConnections};
  Commands commands_;
  std::uint64_t datagrams_ = 0;
  std::uint64_t too_short_ = 0;
  std::uint64_t captured_too_short_ = 0;
  ChecksumCounts checksums_;
  DisguisedMessages disguised_;
  std::uint64_t unsorted_ = 0;
  std::vector<std::byte> padded_;
  /// Acknowledges of connections without a datagram so far, as where another clock stamped the answers.
  std::multimap<ConnectionKey, EarlyAcknowledge> early_;
};

}  // namespace idn::parser
