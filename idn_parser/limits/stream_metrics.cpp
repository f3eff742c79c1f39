// SPDX-License-Identifier: MIT
#include "idn_parser/limits/stream_metrics.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "idn_parser/json.hpp"

namespace idn::parser {
namespace {

struct JsonLocation {
  Metric metric;
  bool is_of_connection;
  const char* pointer;  ///< into the JSON of the stream or its connection
};

constexpr bool kStream = false, kConnection = true;

constexpr std::array kLocations{
    JsonLocation{{"on_target_share", ""}, kStream, "/target/on_target_share"},
    JsonLocation{{"average_offset_us", "us"}, kStream, "/offsets/average_us"},
    JsonLocation{{"expected_offset_us", "us"}, kStream, "/expected_offset_us"},
    JsonLocation{{"smallest_offset_us", "us"}, kStream, "/offsets/min_us"},
    JsonLocation{{"largest_offset_us", "us"}, kStream, "/offsets/max_us"},
    JsonLocation{{"late_datagrams", ""}, kStream, "/late_datagrams"},
    JsonLocation{{"dark_datagrams", ""}, kStream, "/target/dark_datagrams"},
    JsonLocation{{"fill", ""}, kStream, "/fill"},
    JsonLocation{{"rate_error_ppm", "ppm"}, kStream, "/clock/rate_error_ppm"},
    JsonLocation{{"rate_error_low_ppm", "ppm"}, kStream, "/clock/rate_error_low_ppm"},
    JsonLocation{{"rate_error_high_ppm", "ppm"}, kStream, "/clock/rate_error_high_ppm"},
    JsonLocation{{"deviation_p50_us", "us"}, kStream, "/target/deviation_p50_us"},
    JsonLocation{{"deviation_p99_us", "us"}, kStream, "/target/deviation_p99_us"},
    JsonLocation{{"deviation_p99_9_us", "us"}, kStream, "/target/deviation_p99_9_us"},
    JsonLocation{{"peak_period_jitter_us", "us"}, kStream, "/target/peak_period_jitter_us"},
    JsonLocation{{"long_term_jitter_us", "us"}, kStream, "/clock/long_term_jitter_us"},
    JsonLocation{
        {"long_term_jitter_without_drift_us", "us"}, kStream, "/clock/long_term_jitter_without_drift_us"},
    JsonLocation{{"smallest_buffer_packets", "packets"}, kStream, "/clock/smallest_buffer_packets"},
    JsonLocation{{"start_delay_us", "us"}, kStream, "/clock/start_delay_us"},
    JsonLocation{{"left_out_for_loss", ""}, kStream, "/offsets/left_out/loss"},
    JsonLocation{{"left_out_for_axis", ""}, kStream, "/offsets/left_out/axis"},
    JsonLocation{{"left_out_for_pause", ""}, kStream, "/offsets/left_out/pause"},
    JsonLocation{{"left_out_for_offload", ""}, kStream, "/offsets/left_out/offload"},
    JsonLocation{{"samples_per_second", ""}, kStream, "/samples_per_second"},
    JsonLocation{{"datagrams", ""}, kStream, "/datagrams"},
    JsonLocation{{"measured_s", "s"}, kStream, "/measured_s"},
    JsonLocation{{"lost", ""}, kConnection, "/lost"},
    JsonLocation{{"lost_share", ""}, kConnection, "/lost_share"},
    JsonLocation{{"duplicated", ""}, kConnection, "/duplicated"},
    JsonLocation{{"late", ""}, kConnection, "/late"},
    JsonLocation{{"sequence_restarts", ""}, kConnection, "/sequence_restarts"},
    JsonLocation{{"malformed", ""}, kConnection, "/malformed"},
    JsonLocation{{"refusals", ""}, kConnection, "/refusals"},
};

constexpr auto kStreamMetrics = [] {
  std::array<Metric, kLocations.size()> metrics{};
  for (std::size_t i = 0; i < metrics.size(); ++i) metrics[i] = kLocations[i].metric;
  return metrics;
}();

void read_values(const Json& stream, const Json& connection, Subject& subject) {
  for (const JsonLocation& location : kLocations) {
    const Json& scope = location.is_of_connection ? connection : stream;
    const Json::json_pointer pointer(location.pointer);
    if (scope.contains(pointer) && scope[pointer].is_number())
      subject.values[location.metric.name] = scope[pointer].get<double>();
  }
}

Subject subject_of(const Json& stream, const Json& connection) {
  const auto key = fmt::format("group {}, channel {}", stream.at("client_group").get<int>(),
                               stream.at("channel").get<int>());
  const auto client = stream.at("client").get<std::string>(), server = stream.at("server").get<std::string>();
  Subject subject{fmt::format("{} to {}, {}", client, server, key), key};
  read_values(stream, connection, subject);
  return subject;
}

}  // namespace

Metrics stream_metrics() {
  return kStreamMetrics;
}

Subject window_subject(const Json& window, const std::string& name) {
  Subject subject{name, name};
  read_values(window, window, subject);
  return subject;
}

std::vector<Subject> subjects_of(const Json& report) {
  std::vector<Subject> subjects;
  const Json& connections = report.at("connections");
  for (const Json& stream : report.at("streams"))
    if (stream.at("datagrams").get<std::uint64_t>() > 0)
      subjects.push_back(subject_of(stream, connections.at(stream.at("connection").get<std::size_t>())));
  return subjects;
}

}  // namespace idn::parser
