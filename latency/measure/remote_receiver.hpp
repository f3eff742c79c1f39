// SPDX-License-Identifier: MIT
#pragma once

#include "idn/io/send_log.hpp"
#include "idn/stream/receiver.hpp"
#include "latency/measure/marker_watch.hpp"

namespace idn::latency {

/// What a receiver somewhere else tells of itself.
struct RemoteReceiver {
  Duration latency{};     ///< how long it keeps back what arrives
  Duration round_trip{};  ///< the smallest that was seen
};

/// A model of a receiver that nobody can look into: what was sent to it arrives half a round trip later and is
/// shown after the latency that it acknowledges.
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
