// SPDX-License-Identifier: MIT
#include "idn_parser/analyse.hpp"

#include "idn_parser/input/other_ports.hpp"
#include "idn_parser/input/read_in_order.hpp"
#include "idn_parser/report/findings.hpp"
#include "idn_parser/table/names.hpp"

namespace idn::parser {
namespace {

TableOptions table_options(const AnalysisOptions& options) {
  TableOptions table{.playback = options.playback};
  if (options.playback) table.receiver_latency = options.playback->buffer.target;
  return table;
}

void read_all(const AnalysisOptions& options, Traffic& traffic, Report& report) {
  OtherPorts other_ports;
  auto capture = read_in_order(
      options.files, options.port,
      [&](const capture::CapturedDatagram& datagram) { traffic.take(datagram.content, datagram.moment); },
      [&](const capture::CapturedDatagram& datagram) { other_ports.look(datagram.content); });
  traffic.finish();
  report.capture = std::move(capture.facts);
  report.sorted_packets = capture.sorted_packets;
  report.other_ports = other_ports.counts();
}

bool is_frame_stream(const StreamRecord& record) {
  return wire::is_frame(record.chunk_type()) || record.chunk_type() == wire::ChunkType::FrameSequel;
}

/// Those that are compared with what is expected: a frame stream is as even as its frames are.
const Arrivals& judged_arrivals(const StreamRecord& record) {
  return is_frame_stream(record) ? record.frame_pace().arrivals() : record.arrivals();
}

/// What is expected of a frame stream is its period.
void apply_frame_pace(const FramePace& pace, StreamFacts& facts) {
  facts.frames = pace.facts();
  facts.summary.expected = facts.frames ? facts.frames->period : analysis::Micros::zero();
  facts.summary.target = facts.frames ? facts.frames->target : std::nullopt;
  if (facts.summary.clock) facts.summary.clock->smallest_buffer.reset();
  if (facts.summary.clock && facts.summary.target)
    facts.summary.clock->smallest_buffer = 2 * facts.summary.clock->long_term_jitter / facts.summary.expected;
}

void judge(const Arrivals& arrivals, StreamFacts& facts) {
  const auto& offsets = arrivals.offsets();
  facts.bursts = find_bursts(arrivals.first(), offsets.offsets(), facts.summary.expected);
  if (!facts.summary.target) return;
  facts.deviations = offsets.deviations(facts.summary.expected);
  if (facts.deviations) facts.distribution = distribution_of(offsets.offsets(), facts.summary.expected);
}

void describe_setup(const ChannelSetup& setup, StreamFacts& facts) {
  facts.mode = to_string(setup.mode);
  facts.service_id = setup.service_id;
  if (!setup.layout) return;
  facts.sample_layout = describe(*setup.layout);
  facts.octets_per_sample = setup.layout->sample_size();
}

StreamFacts facts_of(const StreamRecord& record, std::size_t connection, std::uint8_t channel) {
  StreamFacts facts{.connection = connection,
                    .channel = channel,
                    .mode = std::string(mode_of(record.chunk_type())),
                    .counts = record.counts(),
                    .summary = record.arrivals().metrics().summary(),
                    .histogram = record.arrivals().metrics().histogram(),
                    .offsets_over_time = record.offsets_over_time(),
                    .media_gaps = record.media_gaps().facts(),
                    .configuration_gaps = record.configuration_gaps().gaps(),
                    .largest_configuration_gap = record.configuration_gaps().largest(),
                    .ahead = record.ahead().facts()};
  if (is_frame_stream(record)) apply_frame_pace(record.frame_pace(), facts);
  judge(judged_arrivals(record), facts);
  if (record.setup()) describe_setup(*record.setup(), facts);
  if (record.playback() && record.chunk_type() == wire::ChunkType::Wave)
    facts.playback = record.playback()->facts();
  return facts;
}

ConnectionFacts facts_of(const ConnectionKey& key, const Connection& connection) {
  ConnectionFacts facts{.key = key,
                        .counts = connection.counts(),
                        .first_fault = connection.first_fault(),
                        .order_events = connection.order_events(),
                        .acknowledges = connection.acknowledges().facts()};
  if (connection.reception() != nullptr) facts.reception = connection.reception()->facts();
  return facts;
}

void add_connections(const Traffic& traffic, bool keep_offsets, Report& report) {
  for (const auto& [key, connection] : traffic.connections()) {
    const std::size_t index = report.connections.size();
    const auto& facts = report.connections.emplace_back(facts_of(key, connection));
    for (const auto& [channel, record] : connection.streams()) {
      auto& stream = report.streams.emplace_back(facts_of(record, index, channel));
      if (keep_offsets) stream.offsets = judged_arrivals(record).offsets();
      if (!facts.reception) continue;
      const auto events = facts.reception->pipeline_events.find(channel);
      if (events != facts.reception->pipeline_events.end()) stream.pipeline_events = events->second;
    }
  }
}

}  // namespace

Report analyse(const AnalysisOptions& options) {
  Traffic traffic(options.port, table_options(options));
  Report report;
  read_all(options, traffic, report);
  report.traffic = {.port = options.port,
                    .datagrams = traffic.datagrams(),
                    .too_short = traffic.too_short(),
                    .captured_too_short = traffic.captured_too_short(),
                    .unsorted = traffic.unsorted(),
                    .commands = traffic.commands()};
  add_connections(traffic, options.keep_offsets, report);
  report.findings = findings_of(report);
  return report;
}

}  // namespace idn::parser
