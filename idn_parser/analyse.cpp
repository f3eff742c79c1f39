// SPDX-License-Identifier: MIT
#include "idn_parser/analyse.hpp"

#include <algorithm>

#include "idn_parser/capture/capture_reader.hpp"
#include "idn_parser/capture/peel.hpp"
#include "idn_parser/report/findings.hpp"
#include "idn_parser/table/names.hpp"

namespace idn::parser {
namespace {

/// Earliest and latest time seen; packets need not be in order.
class Extent {
 public:
  void add(Duration time) {
    earliest_ = std::min(earliest_, time);
    latest_ = std::max(latest_, time);
  }
  void store(CaptureFacts& facts) const {
    if (earliest_ > latest_) return;
    facts.first_time = earliest_;
    facts.span = latest_ - earliest_;
  }

 private:
  Duration earliest_ = Duration::max();
  Duration latest_ = Duration::min();
};

void count(NoDatagram reason, CaptureFacts& facts) {
  if (reason == NoDatagram::Malformed) ++facts.bad_headers;
  if (reason == NoDatagram::Cut) ++facts.cut_headers;
  if (reason == NoDatagram::Fragment) ++facts.later_fragments;
}

CaptureFacts read_all(const std::string& file, Traffic& traffic) {
  CaptureReader reader(file);
  CaptureFacts facts{.file = file == "-" ? "standard input" : file, .link_name = reader.link_name()};
  Extent extent;
  while (const auto packet = reader.next()) {
    ++facts.packets;
    if (packet->bytes.size() < packet->wire_length) ++facts.shortened;
    extent.add(packet->time);
    const auto datagram = peel(reader.link_type(), packet->bytes, packet->wire_length);
    if (datagram)
      traffic.take(*datagram, {packet->time, facts.packets + reader.untimed()});
    else
      count(datagram.error(), facts);
  }
  extent.store(facts);
  facts.untimed = reader.untimed();
  facts.damage = reader.damage();
  return facts;
}

StreamFacts facts_of(const StreamRecord& record, std::size_t connection, std::uint8_t channel) {
  StreamFacts facts{.connection = connection,
                    .channel = channel,
                    .mode = std::string(mode_of(record.chunk_type())),
                    .counts = record.counts(),
                    .summary = record.metrics().summary(),
                    .histogram = record.metrics().histogram()};
  if (facts.summary.target) facts.deviations = record.offsets().deviations(facts.summary.expected);
  if (const auto& setup = record.setup()) {
    facts.mode = to_string(setup->mode);
    facts.service_id = setup->service_id;
    if (setup->layout) {
      facts.sample_layout = describe(*setup->layout);
      facts.octets_per_sample = setup->layout->sample_size();
    }
  }
  return facts;
}

void add_connections(const Traffic& traffic, Report& report) {
  for (const auto& [key, connection] : traffic.connections()) {
    const std::size_t index = report.connections.size();
    report.connections.push_back({key, connection.counts(), connection.first_fault()});
    for (const auto& [channel, record] : connection.streams())
      report.streams.push_back(facts_of(record, index, channel));
  }
}

}  // namespace

Report analyse(const std::string& file, std::uint16_t port) {
  Traffic traffic(port);
  Report report;
  report.capture = read_all(file, traffic);
  report.traffic = {.port = port,
                    .datagrams = traffic.datagrams(),
                    .too_short = traffic.too_short(),
                    .unsorted = traffic.unsorted(),
                    .commands = traffic.commands()};
  add_connections(traffic, report);
  report.findings = findings_of(report);
  return report;
}

}  // namespace idn::parser
