// SPDX-License-Identifier: MIT
#include "idn_parser/analyse.hpp"

#include "idn_parser/input/other_ports.hpp"
#include "idn_parser/input/read_ahead.hpp"
#include "idn_parser/input/read_batch.hpp"
#include "idn_parser/report/findings.hpp"
#include "idn_parser/report/first_page.hpp"
#include "idn_parser/table/names.hpp"

namespace idn::parser {
namespace {

TableOptions table_options(const AnalysisOptions& options) {
  TableOptions table{.playback = options.playback,
                     .window = options.window,
                     .keep_datagrams = options.keep_datagrams,
                     .record_over_time = options.record_over_time};
  if (options.judge_shown) table.shown = options.playback.value_or(PlaybackOptions{});
  if (options.playback) table.receiver_latency = options.playback->buffer.target;
  return table;
}

void read_all(const AnalysisOptions& options, Traffic& traffic, Report& report) {
  OtherPorts other_ports;
  OrderedReader reader(options.files, options.port,
                       [&](const capture::CapturedDatagram& datagram) { other_ports.look(datagram.content); });
  ReadAhead<ReadBatch> ahead([&](ReadBatch& batch) { return batch.fill(reader); });
  while (const auto* const batch = ahead.next())
    batch->for_each(
        [&](const capture::CapturedDatagram& datagram) { traffic.take(datagram.content, datagram.position); });
  traffic.finish();
  auto capture = reader.capture();
  report.capture = std::move(capture.facts);
  report.sorted_packets = capture.sorted_packets;
  report.other_ports = other_ports.counts();
}

bool is_frame_stream(const StreamRecord& record) {
  return wire::is_frame(record.chunk_type()) || record.chunk_type() == wire::ChunkType::FrameSequel;
}

/// Empty as long as no time axis of the stream has two datagrams.
std::optional<OverTimeFacts> over_time_facts(const StreamRecord& record, const StreamFacts& stream,
                                             const ConnectionFacts& connection, Duration capture_begin) {
  const auto& clock = stream.summary.clock;
  if (!record.over_time() || !clock) return std::nullopt;
  return record.over_time()->facts(clock->rate_error_ppm.value_or(0), capture_begin,
                                   connection.counts.numbers.lost);
}

void judge(const Arrivals& arrivals, StreamFacts& facts) {
  facts.bursts = find_bursts(arrivals.first(), arrivals.distances(), facts.summary.expected);
  facts.deviations = arrivals.deviations().percentiles();
  if (facts.deviations) facts.distribution = distribution_of(arrivals.deviations().deviations());
}

void describe_setup(const ChannelSetup& setup, StreamFacts& facts) {
  facts.mode = to_string(setup.mode);
  facts.service_id = setup.service_id;
  if (setup.sample_size > 0) facts.octets_per_sample = setup.sample_size;
  if (setup.layout) facts.sample_layout = describe(*setup.layout);
}

std::string_view oddity_of(const SampleByteOrder& coordinates) {
  if (coordinates.has_an_octet_more())
    return "samples seem to have an octet more than the dictionary says: with it, pictures are smooth";
  if (coordinates.is_unsigned())
    return "coordinates seem to be unsigned: lines cross the whole range where they pass the middle";
  if (coordinates.overflows())
    return "coordinates overflow: lines cross the whole range where they should leave it";
  if (coordinates.is_nearly_dark())
    return "colours are nearly dark, 1 % at most: 0 to 1 of a float, or 8 bits in fields of 16?";
  if (coordinates.has_no_intensity()) return "the intensity is always 0, also where colours are lit";
  if (coordinates.is_of_12_bits())
    return "coordinates seem to have 12 bits: the picture fills a corner, from 0 to 4095";
  return {};
}

StreamFacts facts_of(const StreamRecord& record, std::size_t connection, std::uint8_t channel) {
  const auto& metrics = record.arrivals().metrics();
  StreamFacts facts;
  facts.connection = connection;
  facts.channel = channel;
  facts.mode = std::string(mode_of(record.chunk_type()));
  facts.sample_rates = record.sample_rates().rates();
  facts.counts = record.counts();
  facts.histogram = metrics.histogram();
  facts.deviation_histogram = metrics.deviations();
  facts.axes = metrics.axes();
  facts.pauses = metrics.pauses();
  facts.clock_jumps = record.clock_jumps();
  facts.offsets_over_time = record.offsets_over_time();
  facts.media_gaps = record.media_gaps().facts();
  facts.configuration_gaps = record.configuration_gaps().gaps();
  facts.largest_configuration_gap = record.configuration_gaps().largest();
  facts.ahead = record.ahead().facts();
  facts.is_little_endian = record.byte_order().is_little_endian();
  facts.odd_coordinates = oddity_of(record.byte_order());
  facts.datagrams = record.datagrams();
  facts.audio = record.audio();
  facts.summary = metrics.summary();
  facts.rate_error = metrics.rate_error();
  if (const auto us = facts.summary.display.count(); facts.counts.unknown_samples == 0 && us != 0)
    facts.samples_per_second = static_cast<double>(facts.summary.samples) * 1e6 / static_cast<double>(us);
  if (is_frame_stream(record)) facts.frames = record.frame_pace().facts();
  judge(record.arrivals(), facts);
  if (record.windows()) facts.windows = record.windows()->facts();
  if (record.setup()) describe_setup(*record.setup(), facts);
  if (record.playback() && record.chunk_type() == wire::ChunkType::Wave)
    facts.playback = record.playback()->facts();
  if (record.shown() && (record.chunk_type() == wire::ChunkType::Wave || is_frame_stream(record)))
    facts.shown = record.shown()->facts();
  return facts;
}

ConnectionFacts facts_of(const ConnectionKey& key, const Connection& connection) {
  ConnectionFacts facts{.key = key,
                        .counts = connection.counts(),
                        .first_fault = connection.first_fault(),
                        .order_events = connection.order_events(),
                        .acknowledges = connection.acknowledges().facts(),
                        .habits = connection.habits().found(),
                        .marks = connection.marks(),
                        .ends_closed = connection.ends_closed()};
  if (connection.reception() != nullptr) facts.reception = connection.reception()->facts();
  return facts;
}

/// A capture has one clock: a step that several streams saw is reported once.
void add_clock_jumps(const StreamFacts& stream, std::vector<ClockJump>& jumps) {
  using namespace std::chrono_literals;
  for (const ClockJump& jump : stream.clock_jumps.first()) {
    const bool is_known = std::ranges::any_of(jumps, [&](const ClockJump& other) {
      return std::chrono::abs(other.at.time - jump.at.time) < 1s && std::chrono::abs(other.by - jump.by) < 1ms;
    });
    if (!is_known) jumps.push_back(jump);
  }
  std::ranges::sort(jumps, {},
                    [](const ClockJump& jump) { return std::pair(jump.at.file, jump.at.packet_number); });
}

void add_connections(const Traffic& traffic, bool keep_deviations, Report& report) {
  for (const auto& [key, connection] : traffic.connections()) {
    const std::size_t index = report.connections.size();
    const auto& facts = report.connections.emplace_back(facts_of(key, connection));
    for (const auto& [channel, record] : connection.streams()) {
      auto& stream = report.streams.emplace_back(facts_of(record, index, channel));
      add_clock_jumps(stream, report.clock_jumps);
      stream.over_time =
          over_time_facts(record, stream, facts, report.capture.first_time.value_or(Duration{0}));
      if (keep_deviations) stream.all_deviations = record.arrivals().deviations();
      if (!facts.reception) continue;
      const auto events = facts.reception->pipeline_events.find(channel);
      if (events != facts.reception->pipeline_events.end()) stream.pipeline_events = events->second;
      const auto dmx = facts.reception->dmx.find(channel);
      if (dmx != facts.reception->dmx.end()) stream.dmx = dmx->second;
      const auto refusals = facts.reception->refusals.find(channel);
      if (refusals != facts.reception->refusals.end()) stream.refusals = refusals->second;
    }
  }
}

/// To be called when the streams and the steps of the clock are known.
void add_links(const Traffic& traffic, Report& report) {
  std::map<decltype(Endpoint::address), std::size_t> streams;
  for (const StreamFacts& stream : report.streams)
    if (stream.has_samples()) ++streams[report.connections[stream.connection].key.server.address];
  for (const auto& [address, link] : traffic.links()) {
    const LinkFacts facts = link.facts();
    if (facts.datagrams == 0) continue;
    auto& added = report.links.emplace_back(
        LinkReport{.server = {address, 0}, .streams = streams[address], .datagrams = facts.datagrams});
    if (!facts.has_one_clock || !report.clock_jumps.empty()) continue;
    added.c_inst = facts.c_inst;
    added.ts_df = facts.ts_df;
  }
}

bool has_one_clock(const Traffic& traffic, const Report& report) {
  std::set<std::uint32_t> clocks;
  for (const auto& [address, link] : traffic.links()) {
    const LinkFacts facts = link.facts();
    if (!facts.has_one_clock) return false;
    if (facts.datagrams > 0) clocks.insert(facts.clock);
  }
  return clocks.size() <= 1 && report.clock_jumps.empty();
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
                    .checksums = traffic.checksums(),
                    .disguised = traffic.disguised(),
                    .unsorted = traffic.unsorted(),
                    .commands = traffic.commands()};
  add_connections(traffic, options.keep_deviations, report);
  add_links(traffic, report);
  if (has_one_clock(traffic, report)) report.skew = traffic.skew();
  report.service_maps = traffic.service_maps();
  report.findings = findings_of(report);
  judge_shown(report);
  return report;
}

}  // namespace idn::parser
