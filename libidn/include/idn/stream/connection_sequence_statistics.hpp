// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>

#include "idn/analysis/sequence_statistics.hpp"
#include "idn/analysis/stream_metrics.hpp"
#include "idn/stream/receiver_listener.hpp"

namespace idn::stream {

/// Counts the sequence numbers of the clients of a receiver, for measurements. A session that ends by time-out
/// does not interrupt the counting, so outages count in full; only a close by the client does. Bounded: beyond
/// kMost connections, the one that was silent longest is forgotten.
/// Threads: one owner. Real-time: no (heap).
class ConnectionSequenceStatistics {
 public:
  static constexpr std::size_t kMost = 256;  ///< connections that are counted at a time

  /// What one datagram changes.
  struct Step {
    analysis::SequenceUpdate number;        ///< in its connection
    analysis::Interruptions interruptions;  ///< of the connection, this datagram included
    analysis::SequenceCounts counts;        ///< likewise
    /// Timestamp of a message with samples, without wrap, also from one session to the next.
    std::optional<std::chrono::microseconds> media{};
  };

  /// Call from on_packet().
  Step take(const SessionId& session, const PacketReport& report);
  /// Call from on_unreadable(): the packet used a sequence number all the same.
  Step take_unreadable(const SessionId& session, std::uint16_t number, Instant arrival);

 private:
  struct Client {
    analysis::SequenceStatistics count;
    std::optional<std::int64_t> newest_media_us;  ///< without wrap, across sessions
    Duration last_arrival{};
  };

  Client& client_of(const SessionKey& key, Duration arrival);
  Step take(Client& client, const analysis::SequencedDatagram& datagram);
  void make_room();

  std::map<SessionKey, Client> clients_;
};

/// What is to be measured of a packet, whether its samples are shown or not: nothing where it carries none, and
/// of sequel fragments, which have no time of their own. How it follows the one before is left to
/// analysis::DatagramOrderTracker.
std::optional<analysis::SampleDatagram> sample_datagram_of(const PacketReport& report) noexcept;

}  // namespace idn::stream
