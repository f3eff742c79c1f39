// SPDX-License-Identifier: MIT
#include "idn_parser/limits/stream_metrics.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/dmx_meter.hpp"
#include "cli/timing_json.hpp"
#include "idn/analysis/metric_table.hpp"
#include "idn_parser/json.hpp"
#include "idn_parser/report/lines.hpp"

namespace idn::parser {
namespace {

using Counts = ConnectionCounts;
using Numbers = analysis::SequenceCounts;

template <auto... path>
constexpr auto connection_number = number_at<Counts, path...>;

/// Lost datagrams as a share of all that were sent: those received once plus those lost.
std::optional<double> lost_share(const Counts& counts) {
  const auto& numbers = counts.numbers;
  const auto expected = counts.packets - numbers.duplicates - numbers.recorded_twice + numbers.lost;
  return expected == 0 ? 0.0 : static_cast<double>(numbers.lost) / static_cast<double>(expected);
}

constexpr MetricOf<Counts> kConnectionMetrics[] = {
    {"packets", connection_number<&Counts::packets>, true, false},
    {"lost", connection_number<&Counts::numbers, &Numbers::lost>},
    {"lost_share", lost_share, false},
    {"duplicated", connection_number<&Counts::numbers, &Numbers::duplicates>},
    {"recorded_twice", connection_number<&Counts::numbers, &Numbers::recorded_twice>, true, false},
    {"late", connection_number<&Counts::numbers, &Numbers::late>},
    {"unnumbered", connection_number<&Counts::numbers, &Numbers::unnumbered>, true, false},
    {"sequence_restarts", connection_number<&Counts::numbers, &Numbers::restarts>},
    {"malformed", connection_number<&Counts::malformed>},
    {"surplus", connection_number<&Counts::surplus>, true, false},
    {"keepalives", connection_number<&Counts::keepalives>, true, false},
    {"closes", connection_number<&Counts::closes>, true, false},
    {"aborts", connection_number<&Counts::aborts>, true, false},
    {"acknowledge_requests", connection_number<&Counts::acknowledge_requests>, true, false},
    {"acknowledges", connection_number<&Counts::acknowledges>, true, false},
    {"refusals", connection_number<&Counts::refusals>},
    {"captured_too_short", connection_number<&Counts::cut>, true, false},
    {"in_ip_fragments", connection_number<&Counts::fragmented>, true, false},
};

constexpr std::string_view kDmx = "dmx_";

/// Behind kDmx, the keys of cli::dmx_json().
constexpr MetricOf<cli::DmxMeter> kDmxMetrics[] = {
    {"dmx_updates", [](const cli::DmxMeter& dmx) { return std::optional<double>(dmx.updates()); }},
    {"dmx_updates_per_second", [](const cli::DmxMeter& dmx) { return dmx.updates_per_second(); }, false},
    {"dmx_largest_gap_us",
     [](const cli::DmxMeter& dmx) {
       return dmx.updates() > 1 ? std::optional(Micros(dmx.largest_gap()).count()) : std::nullopt;
     },
     false},
    {"dmx_other_packets", [](const cli::DmxMeter& dmx) { return std::optional<double>(dmx.other_packets()); }},
};

Subject subject_of(const Json& stream, const Json& connection) {
  const auto key = fmt::format("group {}, channel {}", stream.at("client_group").get<int>(),
                               stream.at("channel").get<int>());
  const auto client = stream.at("client").get<std::string>(), server = stream.at("server").get<std::string>();
  Subject subject{fmt::format("{} to {}, {}", client, server, key), key};
  const auto add = [&](const auto& row, const std::optional<double>& value) {
    if (value && row.has_limit) subject.values[row.name] = *value;
  };
  subject.is_dmx = stream.at("datagrams") == 0;
  if (subject.is_dmx)
    for (const auto& row : kDmxMetrics) add(row, cli::value_in(stream, "dmx", row.name.substr(kDmx.size())));
  else
    for (const auto& row : analysis::metric_table()) add(row, cli::value_in(stream, row.group, row.key));
  for (const auto& row : kConnectionMetrics) add(row, cli::value_in(connection, "", row.name));
  return subject;
}

}  // namespace

std::span<const MetricOf<ConnectionCounts>> connection_table() {
  return kConnectionMetrics;
}

Metrics stream_metrics() {
  return names_of(analysis::metric_table(), kDmxMetrics, kConnectionMetrics);
}

std::vector<Subject> subjects_of(const Report& report) {
  std::vector<Subject> subjects;
  for (const StreamFacts& stream : report.streams) {
    if (!stream.has_samples() && !stream.dmx) continue;
    auto& subject = subjects.emplace_back(Subject{title_of(report, stream), key_of(report, stream)});
    subject.is_dmx = !stream.has_samples();
    if (subject.is_dmx)
      add_values(kDmxMetrics, *stream.dmx, subject);
    else
      add_values(analysis::metric_table(), stream, subject);
    add_values(kConnectionMetrics, report.connections[stream.connection].counts, subject);
  }
  return subjects;
}

std::vector<Subject> subjects_of(const Json& report) {
  std::vector<Subject> subjects;
  const Json& connections = report.at("connections");
  for (const Json& stream : report.at("streams"))
    if (stream.at("datagrams").get<std::uint64_t>() > 0 || !stream.at("dmx").is_null())
      subjects.push_back(subject_of(stream, connections.at(stream.at("connection").get<std::size_t>())));
  return subjects;
}

Subject subject_of(const WindowFacts& window, const std::string& name) {
  Subject subject{name, name};
  add_values(analysis::metric_table(), window, subject);
  subject.values["lost"] = static_cast<double>(window.lost);
  return subject;
}

}  // namespace idn::parser
