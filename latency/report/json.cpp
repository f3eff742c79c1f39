// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/timing_json.hpp"
#include "idn/io/now.hpp"
#include "latency/report/report.hpp"

namespace idn::latency {
namespace {

using nlohmann::ordered_json;

constexpr int kSchema = 1;

ordered_json path_json(const PathOptions& options) {
  ordered_json path{{"producer", to_string(options.producer)}};
  if (options.producer == Producer::Command) path["command"] = options.command;
  path["rate"] = options.rate;
  if (options.is_waves()) {
    path["samples_per_datagram"] = options.samples_per_datagram();
    path["latency_us"] =
        options.is_by_program() && (options.latency == Duration{0} || options.producer == Producer::Shared)
            ? ordered_json(nullptr)
            : ordered_json(in_micros(options.queue_latency()));
  } else {
    path["period_us"] = in_micros(options.period);
  }
  path["work_us"] = in_micros(options.work);
  path["distance_km"] = options.kilometres;
  path["buffer_us"] = in_micros(options.buffer);
  return path;
}

ordered_json expectation_json(const LatencyRange& time) {
  return {{"min_us", in_micros(time.min)}, {"p50_us", in_micros(time.p50)}, {"max_us", in_micros(time.max)}};
}

ordered_json estimate_part(const Estimate& estimate) {
  ordered_json part;
  for (const auto stage : kStages) part[std::string(to_string(stage))] = expectation_json(estimate[stage]);
  part["whole"] = expectation_json(estimate.whole);
  return part;
}

ordered_json percentiles_json(const Percentiles& spread) {
  return {{"min_us", in_micros(spread.min)},
          {"p50_us", cli::micros_or_null(spread.p50)},
          {"p99_us", cli::micros_or_null(spread.p99)},
          {"p99_9_us", cli::micros_or_null(spread.p999)},
          {"max_us", in_micros(spread.max)}};
}

ordered_json stages_part(const LatencySummary& summary) {
  ordered_json part;
  for (const auto stage : kStages) part[std::string(to_string(stage))] = percentiles_json(summary[stage]);
  part["whole"] = percentiles_json(summary.whole);
  return part;
}

ordered_json remote_json(const std::optional<RemoteReceiver>& remote) {
  if (!remote) return nullptr;
  return {{"latency_us", in_micros(remote->latency)}, {"round_trip_us", in_micros(remote->round_trip)}};
}

ordered_json pictures_json(const PathOptions& options, const PictureCounts& pictures) {
  if (!options.draws_all()) return nullptr;
  return {{"shown", pictures.shown},
          {"repeated", pictures.repeated},
          {"skipped", pictures.skipped},
          {"torn", pictures.torn}};
}

std::string_view stamp_name(io::TimestampSource stamp) {
  switch (stamp) {
    case io::TimestampSource::Hardware:
      return "hardware";
    case io::TimestampSource::Software:
      return "software";
    case io::TimestampSource::Missing:
      break;
  }
  return "none";
}

ordered_json moment_json(const std::optional<TimePoint>& moment, const Instant& now) {
  return moment ? ordered_json(now.moved_to(*moment).since_1970.count()) : ordered_json(nullptr);
}

/// The time stamps of each trigger by the wall clock, in ns since 1970, as in captures.
ordered_json triggers_part(const LatencyReport& result) {
  const Instant now = io::now();
  ordered_json triggers = ordered_json::array();
  for (const auto& [number, stamps] : result.triggers)
    triggers.push_back({{"number", number},
                        {"t0_ns", moment_json(stamps.trigger, now)},
                        {"t1_ns", moment_json(stamps.handed, now)},
                        {"t2_ns", moment_json(stamps.due, now)},
                        {"t3_ns", moment_json(stamps.called, now)},
                        {"t4_ns", moment_json(stamps.left, now)},
                        {"t5_ns", moment_json(stamps.arrived, now)},
                        {"t6_ns", moment_json(stamps.shown, now)}});
  return triggers;
}

}  // namespace

std::string estimate_json(const PathOptions& options, const Estimate& estimate) {
  return cli::json_page(
      {{"schema", kSchema}, {"path", path_json(options)}, {"estimate", estimate_part(estimate)}});
}

std::string measure_json(const MeasureOptions& options, const LatencyReport& result, bool triggers) {
  ordered_json page{
      {"schema", kSchema},
      {"path", path_json(options)},
      {"triggers",
       {{"sent", result.sent},
        {"seen", result.triggers.size()},
        {"not_in_time", result.not_in_time},
        {"lost", result.lost}}},
      {"dark_share", options.is_gapless() && !result.remote ? ordered_json(result.light.dark_share())
                                                            : ordered_json(nullptr)},
      {"pictures", pictures_json(options, result.pictures)},
      {"datagrams", result.datagrams},
      {"dropped_by_kernel", result.dropped},
      {"receiver", result.remote ? options.receiver : "own"},
      {"reported", remote_json(result.remote)},
      {"transmit_stamps", stamp_name(result.stamp)},
      {"stages", stages_part(result.summary)}};
  if (is_estimable(options)) page["estimate"] = estimate_part(estimate_of(options));
  if (triggers) page["each"] = triggers_part(result);
  return cli::json_page(page);
}

}  // namespace idn::latency
