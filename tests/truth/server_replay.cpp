// SPDX-License-Identifier: MIT
#include "truth/server_replay.hpp"

#include <algorithm>

namespace idn::test {
namespace {

stream::ReceiverConfig config_of(const server::DacOptions& output) {
  stream::ReceiverConfig config;
  config.services = stream::every_service(
      {wire::ServiceType::LaserProjector, wire::ServiceType::Dmx512, wire::ServiceType::Audio});
  config.playout = output.playout();
  config.late = output.late;
  return config;
}

}  // namespace

ServerReplay::Unit::Unit(server::StreamObserver& observer, const Endpoint& at, const server::DacOptions& output)
    : local(at), streams(observer, to_string(at), output), receiver(config_of(output), streams) {}

void ServerReplay::take(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration arrival) {
  auto unit = units_.find(to);
  if (unit == units_.end()) unit = units_.try_emplace(to, nobody_, to, output_).first;
  unit->second.receiver.on_datagram(datagram, from, TimePoint(arrival));
  unit->second.streams.flush();
  first_ = std::min(first_, arrival);
  last_ = std::max(last_, arrival);
}

void ServerReplay::finish() {
  for (auto& [local, unit] : units_) {
    unit.receiver.on_deadline(TimePoint(last_ + unit.receiver.config().link_timeout));
    unit.streams.flush();
  }
}

server::ServerFacts ServerReplay::facts() const {
  server::ServerFacts facts;
  if (!units_.empty()) facts.elapsed = last_ - first_;
  for (const auto& [local, unit] : units_) {
    server::UnitReport report;
    report.unit.local = unit.local;
    report.unit.name = to_string(unit.local);
    report.streams = &unit.streams;
    report.receiver = unit.receiver.stats();
    report.sessions = unit.receiver.session_count();
    facts.units.push_back(std::move(report));
  }
  return facts;
}

}  // namespace idn::test
