// SPDX-License-Identifier: MIT
#include "idn_parser/report/json.hpp"

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/skew.hpp"
#include "cli/timing_json.hpp"
#include "cli/version.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/report/advice.hpp"
#include "idn_parser/report/lines.hpp"
#include "idn_parser/report/measure_json.hpp"
#include "idn_parser/report/windows.hpp"
#include "idn_parser/table/names.hpp"

namespace idn::parser {
namespace {

Json clock_jumps_json(const std::vector<ClockJump>& jumps) {
  Json first = Json::array();
  for (const ClockJump& jump : jumps) {
    Json& entry = first.emplace_back(cli::moment_json(jump.at.time));
    entry.update(
        {{"packet", jump.at.packet_number}, {"file", jump.at.file + 1}, {"size_us", in_micros(jump.by)}});
  }
  return {{"count", jumps.size()}, {"first", std::move(first)}};
}

Json capture_json(const capture::CaptureInfo& capture) {
  return {{"file", capture.file},
          {"link_type", capture.link_name},
          {"packets", capture.packets},
          {"first_packet_unix_ns", capture.first_time ? Json(capture.first_time->count()) : Json(nullptr)},
          {"first_packet_utc", capture.first_time ? Json(cli::utc(*capture.first_time)) : Json(nullptr)},
          {"span_s", in_seconds(capture.span)},
          {"shortened_packets", capture.truncated_packets},
          {"packets_with_bad_headers", capture.bad_headers},
          {"datagrams_without_length", capture.without_length},
          {"packets_with_cut_headers", capture.truncated_headers},
          {"merged_packets", capture.merged_packets},
          {"merged_datagrams", capture.merged_datagrams},
          {"files", files_json(capture)},
          {"ip_fragments", fragments_json(capture.fragments)}};
}

Json traffic_json(const TrafficFacts& traffic) {
  Json commands = Json::object();
  for (const auto& [command, count] : traffic.commands) commands[name_of(command)] = count;
  return {{"port", traffic.port},
          {"datagrams", traffic.datagrams},
          {"too_short", traffic.too_short},
          {"captured_too_short", traffic.captured_too_short},
          {"wrong_udp_checksums", traffic.checksums.wrong},
          {"unfinished_udp_checksums", traffic.checksums.unfinished},
          {"beyond_connection_limit", traffic.unsorted},
          {"commands", std::move(commands)}};
}

Json other_ports_json(const OtherPorts::Counts& ports) {
  Json json = Json::array();
  for (const auto& [port, datagrams] : ports) json.push_back({{"port", port}, {"datagrams", datagrams}});
  return json;
}

Json connection_json(const ConnectionFacts& connection) {
  Json json{{"client", to_string(connection.key.client)},
            {"server", to_string(connection.key.server)},
            {"client_group", connection.key.client_group}};
  add_numbers(connection_table(), connection.counts, json);
  json["marks"] = marks_json(connection.marks);
  json["out_of_sequence"] = order_json(connection.order_events);
  json["acknowledge"] = acknowledge_json(connection.acknowledges);
  json["receiver"] = reception_json(connection.reception);
  return json;
}

Json histogram_json(const analysis::OffsetHistogram& histogram, Duration measured) {
  Json counts = Json::array();
  Json normalised = Json::array();
  for (const auto& [edge, count] : histogram.buckets()) {
    counts.push_back({edge.count(), count});
    normalised.push_back({edge.count(), analysis::normalised(count, measured)});
  }
  return {{"bucket_width_us", analysis::OffsetHistogram::kBucketWidth.count()},
          {"total", histogram.total()},
          {"counts", std::move(counts)},
          {"counts_per_60_s", std::move(normalised)}};
}

Json stream_json(const Report& report, const StreamFacts& stream) {
  const auto& connection = report.connections[stream.connection];
  const auto& counts = stream.counts;
  Json json{{"client", to_string(connection.key.client)},
            {"server", to_string(connection.key.server)},
            {"client_group", connection.key.client_group},
            {"channel", stream.channel},
            {"connection", stream.connection},
            {"mode", stream.mode},
            {"service_id", or_null(stream.service_id)},
            {"sample_layout", stream.sample_layout},
            {"octets_per_sample", or_null(stream.octets_per_sample)},
            {"samples_per_second", or_null(stream.samples_per_second)},
            {"sample_rates", stream.sample_rates},
            {"datagrams_with_unknown_samples", counts.unknown_samples},
            {"display_us", stream.summary.display.count()},
            {"min_payload_octets", stream.has_samples() ? Json(counts.payload_octets.min) : Json(nullptr)},
            {"max_payload_octets", stream.has_samples() ? Json(counts.payload_octets.max) : Json(nullptr)},
            {"messages", counts.messages},
            {"configurations", counts.configurations},
            {"bad_dictionaries", counts.bad_dictionaries},
            {"frames", counts.frames},
            {"sequel_fragments", counts.sequel_fragments},
            {"fragmented_frames", counts.fragmented_frames},
            {"complete_frames", counts.complete_frames},
            {"standing_timestamps", counts.standing_timestamps},
            {"empty_chunks", counts.empty_chunks},
            {"other_chunks", counts.other_chunks},
            {"link_timeouts", counts.link_timeouts},
            {"channel_closes", counts.channel_closes}};
  json.update(timing_json(stream));
  json["audio_channels"] = stream.audio ? cli::audio_json(*stream.audio) : Json(nullptr);
  json["dmx"] = stream.dmx ? cli::dmx_json(*stream.dmx) : Json(nullptr);
  json["windows"] = windows_json(stream);
  json["shown"] = cli::shown_json(stream.shown);
  return json;
}

Json link_json(const LinkReport& link) {
  return {{"server", address_text(link.server)},
          {"streams", link.streams},
          {"datagrams", link.datagrams},
          {"c_inst_packets", or_null(link.c_inst)},
          {"ts_df_us", link.ts_df ? Json(link.ts_df->count()) : Json(nullptr)}};
}

}  // namespace

Json timing_json(const StreamFacts& stream) {
  Json json = cli::timing_json(stream, {"datagrams", "late_datagrams", "timestamp_outliers", "timestamp_jumps",
                                        "samples", "measured_s", "fill", "expected_offset_us"});
  json["histogram"] = histogram_json(stream.histogram, stream.summary.measured);
  json["deviation_histogram"] = histogram_json(stream.deviation_histogram, stream.summary.measured);
  add_measures(stream, json);
  return json;
}

Json json_of(const Report& report) {
  Json json{{"schema", kJsonSchema}, {"program", "idn_parser"}, {"version", cli::kVersion}};
  json["capture"] = capture_json(report.capture);
  json["capture"]["clock_jumps"] = clock_jumps_json(report.clock_jumps);
  json["capture"]["sorted_packets"] = report.sorted_packets;
  json["traffic"] = traffic_json(report.traffic);
  json["traffic"]["other_ports"] = other_ports_json(report.other_ports);
  json["connections"] = Json::array();
  for (const auto& connection : report.connections) json["connections"].push_back(connection_json(connection));
  json["streams"] = Json::array();
  for (const auto& stream : report.streams) json["streams"].push_back(stream_json(report, stream));
  json["links"] = Json::array();
  for (const auto& link : report.links) json["links"].push_back(link_json(link));
  json["skew"] = report.skew ? cli::skew_json(*report.skew) : Json(nullptr);
  json["shown"] = report.shown ? Json(to_string(*report.shown)) : Json(nullptr);
  json["limits_checked"] = or_null(report.limits);
  json["findings"] = texts_of(report.findings);
  json["advice"] = Json::array();
  for (const auto& [words, where, section, light, instead] : advice_on(report.findings))
    json["advice"].push_back(
        {{"on", words}, {"where", where}, {"section", section}, {"light", light}, {"instead", instead}});
  return json;
}

std::string to_json(const Report& report) {
  // json_page() also accepts text that is not valid UTF-8, as file names and messages of libraries may be.
  return cli::json_page(json_of(report));
}

}  // namespace idn::parser
