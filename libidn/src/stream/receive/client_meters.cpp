// SPDX-License-Identifier: MIT
#include "idn/stream/receive/client_meters.hpp"

#include <algorithm>

namespace idn::stream {

const analysis::MeasuredDatagram* measure(analysis::ConnectionMeter& meter, const DatagramReport& report) {
  if (report.kind == DatagramKind::Request) {
    meter.take_request(report.header.sequence);
    return nullptr;
  }
  std::optional<std::chrono::microseconds> octets_duration;
  if (report.took_data && !wire::is_sequel(report.message->header.type))
    octets_duration = std::chrono::microseconds(report.duration_us);
  return &meter.take(report.header, report.message, report.arrival.since_1970, octets_duration);
}

const analysis::MeasuredDatagram* ClientMeters::take(const DatagramReport& report) {
  Client& client = client_of(report.session);
  client.last_arrival = report.arrival.since_1970;
  return measure(client.meter, report);
}

ClientMeters::Client& ClientMeters::client_of(const SessionId& session) {
  if (slots_.size() <= session.slot) slots_.resize(session.slot + 1);
  Slot& slot = slots_[session.slot];
  if (slot.client == nullptr || slot.serial != session.serial) {
    if (!clients_.contains(session.key) && clients_.size() >= kMost) make_room();
    slot = {session.serial, &clients_[session.key]};
  }
  return *slot.client;
}

void ClientMeters::make_room() {
  const auto longest_silent =
      std::ranges::min_element(clients_, {}, [](const auto& entry) { return entry.second.last_arrival; });
  for (Slot& slot : slots_)
    if (slot.client == &longest_silent->second) slot = {};
  clients_.erase(longest_silent);
}

}  // namespace idn::stream
