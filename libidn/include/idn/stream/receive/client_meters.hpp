// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "idn/analysis/connection_meter.hpp"
#include "idn/export.hpp"
#include "idn/stream/receive/receiver_listener.hpp"

namespace idn::stream {

/// Measures what a datagram tells, whether its samples are shown or not.
/// @return null for a request, of which only the number counts; valid until the meter takes the next datagram
IDN_EXPORT const analysis::MeasuredDatagram* measure(analysis::ConnectionMeter& meter,
                                                     const DatagramReport& report);

/// A meter for each client of a receiver. A session that ends by time-out does not interrupt the measurement,
/// so outages count in full; only a close by the client does. Bounded: beyond kMost connections, the one that
/// was silent longest is forgotten.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT ClientMeters {
 public:
  static constexpr std::size_t kMost = 256;  ///< connections that are measured at a time

  ClientMeters() = default;
  // No copies, whose slots would refer to the clients of the original.
  ClientMeters(ClientMeters&&) = default;
  ClientMeters& operator=(ClientMeters&&) = default;

  /// Call from on_datagram(). The result is that of measure(), valid until the next call.
  const analysis::MeasuredDatagram* take(const DatagramReport& report);

 private:
  struct Client {
    analysis::ConnectionMeter meter{};
    Duration last_arrival{};
  };

  /// The client of the session that had a slot last; null: none, or forgotten.
  struct Slot {
    std::uint64_t serial = 0;
    Client* client = nullptr;
  };

  Client& client_of(const SessionId& session);
  void make_room();

  std::map<SessionKey, Client> clients_;
  std::vector<Slot> slots_;  ///< by slot of the session: finds the client without a search
};

}  // namespace idn::stream
