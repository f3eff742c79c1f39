// SPDX-License-Identifier: MIT
#include "idn_parser/samples/replay.hpp"

namespace idn::parser {
namespace {

stream::ReceiverConfig config_of(std::span<const stream::SenderTransform> sources) {
  stream::ReceiverConfig config;
  config.sources.assign(sources.begin(), sources.end());
  config.playout.reset();  // no playout time limit: samples that are too late for an output are exported, too
  config.services = stream::every_service({wire::ServiceType::LaserProjector});
  return config;
}

}  // namespace

Replay::ConnectionReceiver::ConnectionReceiver(const ConnectionKey& key,
                                               std::span<const stream::SenderTransform> sources,
                                               const OnSamples& on_samples)
    : key_(key), on_samples_(on_samples), receiver_(config_of(sources), *this) {}

Replay::Replay(std::uint16_t port, std::span<const stream::SenderTransform> sources, OnSamples on_samples)
    : port_(port), sources_(sources), on_samples_(std::move(on_samples)) {}

void Replay::take(const capture::UdpDatagram& datagram, Duration time) {
  const auto realtime = realtime_datagram(datagram, port_);
  if (!realtime) return;
  const TimePoint now(time);
  ConnectionReceiver* const receiver = realtime->is_whole ? receiver_of(realtime->connection, now) : nullptr;
  if (receiver == nullptr)
    ++skipped_;
  else
    receiver->take(datagram.payload, now);
}

Replay::ConnectionReceiver* Replay::receiver_of(const ConnectionKey& key, TimePoint now) {
  if (receivers_.find(key) == nullptr && receivers_.is_full())
    receivers_.remove_if([now](ConnectionReceiver& receiver) { return receiver.is_over(now); });
  return receivers_.find_or_add(key, key, sources_, on_samples_);
}

}  // namespace idn::parser
