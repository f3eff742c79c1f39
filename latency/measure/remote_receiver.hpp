// SPDX-License-Identifier: MIT
#pragma once

#include "idn/io/send/send_log.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "latency/measure/marker_watch.hpp"

namespace idn::latency {

/// What is known of a receiver that is not part of this program.
struct RemoteReceiver {
  Duration latency{};     ///< buffer latency, from its acknowledges
  Duration round_trip{};  ///< smallest round-trip time
};

/// Model of a receiver whose output cannot be observed: datagrams arrive half a round trip after they were sent
/// and are shown after the latency that it acknowledges.
class RemoteReceiverModel {
 public:
  explicit RemoteReceiverModel(const RemoteReceiver& receiver);
  RemoteReceiverModel(const RemoteReceiverModel&) = delete;
  RemoteReceiverModel& operator=(const RemoteReceiverModel&) = delete;

  /// Call it for each datagram, in order of sending; `octets` must hold the whole datagram.
  void sent(const io::SentDatagram& datagram);
  const MarkerWatch& watch() const noexcept { return watch_; }

 private:
  Duration one_way_delay_;
  MarkerWatch watch_;
  stream::Receiver receiver_;
};

}  // namespace idn::latency
