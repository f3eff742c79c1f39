// SPDX-License-Identifier: MIT
#include "idn_parser/limits/stream_metrics.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "idn_parser/json.hpp"

namespace idn::parser {
namespace {

struct Place {
  Metric metric;
  bool is_of_connection;
  const char* pointer;  ///< into the JSON of the stream or its connection
};

constexpr bool kStream = false, kConnection = true;

constexpr std::array kPlaces{
    Place{{"on_target_share", ""}, kStream, "/target/on_target_share"},
    Place{{"average_offset_us", "us"}, kStream, "/offsets/average_us"},
    Place{{"expected_offset_us", "us"}, kStream, "/expected_offset_us"},
    Place{{"smallest_offset_us", "us"}, kStream, "/offsets/min_us"},
    Place{{"largest_offset_us", "us"}, kStream, "/offsets/max_us"},
    Place{{"late_datagrams", ""}, kStream, "/late_datagrams"},
    Place{{"dark_datagrams", ""}, kStream, "/target/dark_datagrams"},
    Place{{"fill", ""}, kStream, "/fill"},
    Place{{"rate_error_ppm", "ppm"}, kStream, "/clock/rate_error_ppm"},
    Place{{"rate_error_low_ppm", "ppm"}, kStream, "/clock/rate_error_low_ppm"},
    Place{{"rate_error_high_ppm", "ppm"}, kStream, "/clock/rate_error_high_ppm"},
    Place{{"deviation_p50_us", "us"}, kStream, "/target/deviation_p50_us"},
    Place{{"deviation_p99_us", "us"}, kStream, "/target/deviation_p99_us"},
    Place{{"deviation_p99_9_us", "us"}, kStream, "/target/deviation_p99_9_us"},
    Place{{"peak_period_jitter_us", "us"}, kStream, "/target/peak_period_jitter_us"},
    Place{{"long_term_jitter_us", "us"}, kStream, "/clock/long_term_jitter_us"},
    Place{{"long_term_jitter_without_drift_us", "us"}, kStream, "/clock/long_term_jitter_without_drift_us"},
    Place{{"smallest_buffer_packets", "packets"}, kStream, "/clock/smallest_buffer_packets"},
    Place{{"start_delay_us", "us"}, kStream, "/clock/start_delay_us"},
    Place{{"left_out_for_loss", ""}, kStream, "/offsets/left_out/loss"},
    Place{{"left_out_for_axis", ""}, kStream, "/offsets/left_out/axis"},
    Place{{"left_out_for_pause", ""}, kStream, "/offsets/left_out/pause"},
    Place{{"samples_per_second", ""}, kStream, "/samples_per_second"},
    Place{{"datagrams", ""}, kStream, "/datagrams"},
    Place{{"measured_s", "s"}, kStream, "/measured_s"},
    Place{{"lost", ""}, kConnection, "/lost"},
    Place{{"lost_share", ""}, kConnection, "/lost_share"},
    Place{{"duplicated", ""}, kConnection, "/duplicated"},
    Place{{"late", ""}, kConnection, "/late"},
    Place{{"sequence_restarts", ""}, kConnection, "/sequence_restarts"},
    Place{{"malformed", ""}, kConnection, "/malformed"},
    Place{{"refusals", ""}, kConnection, "/refusals"},
};

constexpr auto kStreamMetrics = [] {
  std::array<Metric, kPlaces.size()> metrics{};
  for (std::size_t i = 0; i < metrics.size(); ++i) metrics[i] = kPlaces[i].metric;
  return metrics;
}();

void read_values(const Json& stream, const Json& connection, Subject& subject) {
  for (const Place& place : kPlaces) {
    const Json& scope = place.is_of_connection ? connection : stream;
    const Json::json_pointer pointer(place.pointer);
    if (scope.contains(pointer) && scope[pointer].is_number())
      subject.values[place.metric.name] = scope[pointer].get<double>();
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
