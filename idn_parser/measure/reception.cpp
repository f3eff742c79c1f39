// SPDX-License-Identifier: MIT
#include "idn_parser/measure/reception.hpp"

#include <utility>

namespace idn::parser {
namespace {

stream::ReceiverConfig config_of(Duration latency) {
  stream::ReceiverConfig config;
  config.playout->target_latency = latency;
  config.decode_samples = false;
  config.max_sessions = config.max_sessions_per_source = 1;
  config.services = stream::every_service(
      {wire::ServiceType::LaserProjector, wire::ServiceType::Dmx512, wire::ServiceType::Audio});
  return config;
}

}  // namespace

Reception::Reception(const Endpoint& client, Duration latency)
    : client_(client), receiver_(config_of(latency), *this) {}

Reception::Channels Reception::expire(Duration time) {
  receiver_.on_deadline(TimePoint(time));
  return std::exchange(dark_channels_, Channels{});
}

Reception::Channels Reception::take(ConstBytes datagram, Duration time) {
  ++facts_.datagrams;
  receiver_.on_datagram(datagram, client_, TimePoint(time));
  return std::exchange(dark_channels_, Channels{});
}

void Reception::on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) {
  facts_.darkness.add({time.since_1970, reason});
  dark_channels_.set(id.channel);
}

void Reception::on_packet(const stream::SessionId&, const stream::PacketReport& report) {
  facts_.input_events.add(report.input_events);
  if (report.message != nullptr)
    facts_.pipeline_events[report.message->header.channel].add(report.pipeline_events);
}

}  // namespace idn::parser
