// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "cli/timing_json.hpp"
#include "idn_server/report/parts.hpp"
#include "idn_server/report/reporter.hpp"

namespace idn::server {
namespace {

using Json = nlohmann::ordered_json;

using cli::or_null;

/// Replaces what is not UTF-8: names come from the network or the command line.
void print(const Json& line) {
  fmt::print("{}", cli::json_line(line));
  cli::flush_output();
}

void add_identity(Json& json, const StreamFacts& stream) {
  json["unit"] = stream.unit;
  json["client"] = to_string(stream.id.session.key.source);
  json["client_group"] = stream.id.session.key.client_group;
  json["session"] = stream.id.session.serial;
  json["channel"] = stream.id.channel;
  json["service_id"] = stream.routing.service_id;
  json["mode"] = to_string(stream.routing.mode);
}

Json dark_json(const DarkEvent& event) {
  Json json = cli::moment_json(event.at);
  json.update({{"reason", to_string(event.reason)}, {"ms_since_samples", in_millis(event.since_samples)}});
  return json;
}

Json underruns_json(const OutputFacts& output) {
  return {{"late", output.underruns_late}, {"lost", output.underruns_lost}, {"gap", output.underruns_gap}};
}

Json output_json(const OutputFacts& output) {
  const auto& level = output.level;
  return {{"chunks", output.chunks},
          {"shown_ms", in_millis(output.shown)},
          {"underruns", underruns_json(output)},
          {"dark_ms", in_millis(output.dark)},
          {"longest_dark_ms", in_millis(output.longest_dark)},
          {"late_chunks", output.late_chunks},
          {"late_ms", in_millis(output.late)},
          {"overruns", output.overruns},
          {"overrun_ms", in_millis(output.overrun)},
          {"level_ms",
           {{"last", in_millis(level.last)},
            {"min", in_millis(level.min)},
            {"mean", in_millis(level.mean(output.chunks))},
            {"max", in_millis(level.max)}}},
          {"frames_drawn", output.frames_drawn},
          {"frame_repeats", output.frame_repeats},
          {"frames_skipped", output.frames_skipped},
          {"thinned_samples", output.thinned_samples}};
}

Json counts_json(const SampleCounts& counts) {
  return {{"datagrams", counts.datagrams}, {"samples", counts.samples}};
}

void add_measurements(Json& json, const StreamFacts& stream) {
  const analysis::Timing timing{.summary = stream.summary, .rate_error = stream.rate_error};
  json.update(cli::numbers_json(timing, {"datagrams", "samples"}));
  json["too_late"] = counts_json(stream.too_late);
  json["dmx_packets"] = stream.dmx.packets;
  json["dmx_octets"] = stream.dmx.octets;
  json["dmx"] = stream.dmx.octets > 0 ? cli::dmx_json(stream.dmx.levels) : Json(nullptr);
  json["audio_channels"] = stream.audio ? cli::audio_json(*stream.audio) : Json(nullptr);
  json["lost"] = stream.lost;
  json["duplicated"] = stream.duplicates;
  json["late"] = stream.late;
  json.update(cli::timing_json(timing, {"late_datagrams", "measured_s", "expected_offset_us"}));
  json["dark_events"] = stream.dark_events;
  json["output"] = output_json(stream.output);
}

Json stream_json(const StreamFacts& stream) {
  Json json = Json::object();
  add_identity(json, stream);
  add_measurements(json, stream);
  json["last_dark_events"] = Json::array();
  for (const auto& event : stream.last_dark_events) json["last_dark_events"].push_back(dark_json(event));
  json["shown"] = cli::shown_json(stream.shown);
  json["ended"] = stream.ended ? Json(to_string(*stream.ended)) : Json(nullptr);
  return json;
}

Json totals_json(const StreamTotals& total) {
  return {{"streams", total.streams}, {"datagrams", total.datagrams},
          {"samples", total.samples}, {"too_late", counts_json(total.too_late)},
          {"lost", total.lost},       {"dark_events", total.dark_events}};
}

Json traffic_json(const UnitReport& unit) {
  const auto& receiver = unit.receiver;
  const auto& outcomes = unit.streams->outcomes();
  Json json{{"datagrams", unit.datagrams()},
            {"realtime", receiver.realtime},
            {"requests", receiver.requests},
            {"requests_not_answered", receiver.unanswered},
            {"refused", receiver.refused},
            {"left_over", receiver.left_over},
            {"excluded", receiver.excluded},
            {"malformed", receiver.malformed},
            {"too_short", receiver.too_short},
            {"ignored", receiver.ignored},
            {"with_surplus_octets", receiver.surplus},
            {"dropped_by_kernel", unit.kernel_drops},
            {"broadcasts_ignored", unit.ignored_broadcasts},
            {"without_kernel_time", unit.unstamped},
            {"answers_not_sent", unit.unsent},
            {"not_allowed", unit.not_allowed},
            {"played", outcomes.played},
            {"service_unknown", outcomes.service_unknown},
            {"service_busy", outcomes.service_busy},
            {"outdated", outcomes.outdated},
            {"unusable", outcomes.all_unusable()},
            {"missing_without_stream", outcomes.unnoticed},
            {"without_samples", without_samples(receiver, outcomes)}};
  for (std::size_t cause = 0; cause < kUnusableCauses.size(); ++cause)
    json[std::string(kUnusableCauses[cause].key)] = outcomes.unusable[cause];
  return json;
}

/// Every counter, summed over the units.
Json traffic_json(const ServerFacts& server) {
  Json sum = Json::object();
  for (const auto& unit : server.units) {
    const Json of_unit = traffic_json(unit);
    for (const auto& [name, count] : of_unit.items())
      sum[name] = sum.value(name, std::uint64_t{0}) + count.get<std::uint64_t>();
  }
  return sum;
}

Json unit_json(const UnitFacts& unit) {
  return {{"local", to_string(unit.local)},     {"port", unit.local.port},
          {"unit_id", to_string(unit.unit_id)}, {"name", unit.name},
          {"group_mask", unit.group_mask},      {"receive_buffer", unit.receive_buffer}};
}

Json units_json(const ServerFacts& server) {
  Json units = Json::array();
  for (const auto& report : server.units) {
    units.push_back(unit_json(report.unit));
    units.back()["total"] = totals_json(total_of(*report.streams));
    units.back()["traffic"] = traffic_json(report);
    units.back()["faults"] = report.faults ? faults_json(*report.faults) : Json(nullptr);
  }
  return units;
}

Json streams_json(const ServerFacts& server) {
  Json streams = Json::array();
  for (const auto& unit : server.units) {
    for (const auto& stream : unit.streams->finished()) streams.push_back(stream_json(stream));
    for (const auto& stream : unit.streams->live()) streams.push_back(stream_json(stream));
  }
  return streams;
}

class JsonReporter final : public Reporter {
 public:
  void listening(const UnitFacts& unit) override {
    Json line{{"event", "start"}};
    line.update(unit_json(unit));
    print(line);
  }

  void realtime(std::span<const io::Grant> grants) override {
    Json line{{"event", "realtime"}, {"grants", Json::array()}};
    for (const auto& grant : grants)
      line["grants"].push_back({{"what", grant.what}, {"granted", grant.granted}, {"detail", grant.detail}});
    print(line);
  }

  void serves_metrics(const Endpoint& local) override {
    print(Json{{"event", "metrics"}, {"url", fmt::format("http://{}/metrics", to_string(local))}});
  }

  void plans_faults(std::uint64_t seed) override { print(Json{{"event", "faults"}, {"seed", seed}}); }

  void stream_started(const StreamFacts& stream) override {
    Json line{{"event", "stream_started"}};
    add_identity(line, stream);
    print(line);
  }

  void not_played(const StreamFacts& stream) override {
    Json line{{"event", "not_played"}, {"reason", to_string(stream.routing.outcome)}};
    add_identity(line, stream);
    line["service_id"] = stream.routing.asked_service_id();
    print(line);
  }

  void sources_shared(std::span<const StreamFacts> streams) override {
    Json line{{"event", "per_source"}, {"streams", Json::array()}};
    for (const auto& stream : streams) {
      Json& one = line["streams"].emplace_back(Json::object());
      add_identity(one, stream);
      one["service_id"] = stream.routing.service_id;
    }
    print(line);
  }

  void went_dark(const StreamFacts& stream, const DarkEvent& event) override {
    Json line{{"event", "dark"}};
    line.update(dark_json(event));
    add_identity(line, stream);
    print(line);
  }

  void progress(std::span<const StreamTable* const> units, Duration now_since_1970) override {
    for (const auto* streams : units)
      for (const auto& stream : streams->live()) {
        Json line{{"event", "stream"}, {"unix_ns", now_since_1970.count()}};
        add_identity(line, stream);
        add_measurements(line, stream);
        print(line);
      }
  }

  void recording_failed(const cli::RecordingFacts& recording) override {
    Json line{{"event", "recording_failed"}};
    line.update(recording_json(recording));
    print(line);
  }

  void finished(const ServerFacts& server) override {
    Json line{{"event", "summary"}, {"elapsed_s", in_seconds(server.elapsed)}};
    line["streams"] = streams_json(server);
    line["total"] = totals_json(total_of(server));
    line["traffic"] = traffic_json(server);
    line["units"] = units_json(server);
    line["skew"] = cli::skew_json(server.skew);
    line["unreported_events"] = server.unreported;
    line["recording"] = server.recording ? recording_json(*server.recording) : Json(nullptr);
    print(line);
  }
};

}  // namespace

std::unique_ptr<Reporter> make_json_reporter() {
  return std::make_unique<JsonReporter>();
}

}  // namespace idn::server
