// SPDX-License-Identifier: MIT
#pragma once

#include "idn/io/send_log.hpp"
#include "idn/stream/receiver.hpp"
#include "latency/measure/marker_watch.hpp"

namespace idn::latency {

/// What a receiver that is not ours reports of itself.
struct RemoteReceiver {
  Duration latency{};     ///< buffer latency, from its acknowledges
  Duration round_trip{};  ///< smallest round-trip time
};

/// Model of a receiver whose output cannot be observed: datagrams arrive half a round trip after they were sent
/// and are shown after the latency that it acknowledges.
class RemoteReceiverModel {
 public:
  explicit RemoteReceiverModel(const RemoteReceiver& way);
  RemoteReceiverModel(const RemoteReceiverModel&) = delete;
  RemoteReceiverModel& operator=(const RemoteReceiverModel&) = delete;

  /// In the order of sending, with octets.
  void sent(const io::SentDatagram& datagram);
  const MarkerWatch& watch() const noexcept { return watch_; }

 private:
  Duration way_;
  MarkerWatch watch_;
  stream::Receiver receiver_;
};

}  // namespace idn::latency
