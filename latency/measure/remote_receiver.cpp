// SPDX-License-Identifier: MIT
#include "latency/measure/remote_receiver.hpp"

namespace idn::latency {

RemoteReceiverModel::RemoteReceiverModel(const RemoteReceiver& receiver)
    : one_way_delay_(receiver.round_trip / 2),
      receiver_({.services = stream::every_service({wire::ServiceType::LaserProjector}),
                 .playout = stream::PlayoutConfig{.target_latency = receiver.latency, .is_adaptive = false}},
                watch_) {}

void RemoteReceiverModel::sent(const io::SentDatagram& datagram) {
  const TimePoint left = datagram.stamp == io::TimestampSource::Missing ? datagram.called : datagram.left;
  receiver_.on_datagram(datagram.octets, Endpoint::ipv4(0x7F000001, 1), left + one_way_delay_);
}

}  // namespace idn::latency
