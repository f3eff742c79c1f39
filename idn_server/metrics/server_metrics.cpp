// SPDX-License-Identifier: MIT
#include "idn_server/metrics/server_metrics.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "cli/text.hpp"
#include "idn/analysis/metric_table.hpp"
#include "idn_server/metrics/exposition.hpp"

namespace idn::server {
namespace {

using Labels = Exposition::Labels;

/// One service of one unit.
struct Service {
  Labels labels;
  StreamTotals total;
};

struct Stream {
  Labels labels;
  StreamFacts facts;
};

Labels unit_labels(const UnitReport& report) {
  return Exposition::labels({{"unit", cli::printable(report.unit.name)}});
}

std::vector<Service> services_of(const ServerFacts& server) {
  std::vector<Service> services;
  for (const auto& unit : server.units)
    for (const auto& [id, total] : unit.streams->services())
      services.push_back({Exposition::with(unit_labels(unit), "service", std::to_string(id)), total});
  return services;
}

Labels stream_labels(const UnitReport& unit, const StreamFacts& stream) {
  const auto& key = stream.id.session.key;
  Labels labels = Exposition::with(unit_labels(unit), "service", std::to_string(stream.routing.service_id));
  labels = Exposition::with(labels, "client", to_string(key.source));
  labels = Exposition::with(labels, "group", std::to_string(key.client_group));
  return Exposition::with(labels, "channel", std::to_string(stream.id.channel));
}

/// Of several streams with the same labels only that of the latest session can be live.
std::vector<Stream> streams_of(const ServerFacts& server) {
  std::vector<Stream> streams;
  for (const auto& unit : server.units)
    for (auto& stream : unit.streams->live()) {
      Labels labels = stream_labels(unit, stream);
      const auto same = std::ranges::find(streams, labels, &Stream::labels);
      if (same == streams.end())
        streams.push_back({std::move(labels), std::move(stream)});
      else
        same->facts = std::move(stream);
    }
  return streams;
}

using EndedRates = std::map<Labels, analysis::RateError>;

/// The value of the latest of several streams with the same labels.
EndedRates ended_rates(const ServerFacts& server) {
  EndedRates rates;
  for (const auto& unit : server.units)
    for (const auto& stream : unit.streams->finished())
      if (stream.rate_error) rates.insert_or_assign(stream_labels(unit, stream), *stream.rate_error);
  return rates;
}

void add_outcomes(Exposition& out, const ServerFacts& server) {
  out.counter("idn_server_packet_fates_total", "Real-time packets by outcome.");
  for (const auto& unit : server.units) {
    const auto add = [&, labels = unit_labels(unit)](std::string_view outcome, std::uint64_t count) {
      out.add(Exposition::with(labels, "fate", outcome), count);
    };
    const auto& outcomes = unit.streams->outcomes();
    const auto& receiver = unit.receiver;
    add("played", outcomes.played);
    add("without_samples", without_samples(receiver, outcomes));
    add("late_or_duplicated", outcomes.outdated);
    for (std::size_t cause = 0; cause < kUnusableCauses.size(); ++cause)
      add(kUnusableCauses[cause].key, outcomes.unusable[cause]);
    add("service_unknown", outcomes.service_unknown);
    add("service_busy", outcomes.service_busy);
    add("malformed", receiver.malformed);
    add("refused", receiver.refused);
    add("excluded", receiver.excluded);
    add("left_over", receiver.left_over);
  }
}

/// One family with a number of each unit.
template <class Read>
void add_units(Exposition& out, const ServerFacts& server, Read read) {
  for (const auto& unit : server.units) out.add(unit_labels(unit), read(unit));
}

void add_units(Exposition& out, const ServerFacts& server) {
  out.counter("idn_server_datagrams_total", "Datagrams of any kind that arrived.");
  add_units(out, server, [](const UnitReport& unit) { return unit.datagrams(); });
  out.counter("idn_server_kernel_drops_total",
              "Datagrams that the kernel dropped because its buffer was full.");
  add_units(out, server, [](const UnitReport& unit) { return unit.kernel_drops; });
  out.counter("idn_server_broadcasts_ignored_total",
              "Ignored broadcasts: streams, or requests of other networks.");
  add_units(out, server, [](const UnitReport& unit) { return unit.ignored_broadcasts; });
  out.counter("idn_server_not_allowed_total", "Datagrams from networks that are not allowed.");
  add_units(out, server, [](const UnitReport& unit) { return unit.not_allowed; });
  out.counter("idn_server_requests_total", "Pings, scans, service maps and client-group requests.");
  add_units(out, server, [](const UnitReport& unit) { return unit.receiver.requests; });
  out.gauge("idn_server_sessions", "Sessions that are open.");
  add_units(out, server, [](const UnitReport& unit) { return std::uint64_t{unit.sessions}; });
  out.counter("idn_server_sessions_refused_total", "Packets refused because no session was free.");
  add_units(out, server, [](const UnitReport& unit) { return unit.receiver.refused; });
  add_outcomes(out, server);
}

template <class Of, class Read>
void add_each(Exposition& out, const std::vector<Of>& all, Read read) {
  for (const auto& one : all) out.add(one.labels, read(one));
}

void add_underruns(Exposition& out, const std::vector<Service>& services) {
  out.counter("idn_server_service_underruns_total",
              "Underruns: times that an output's buffer was empty, by cause.");
  for (const auto& [labels, total] : services) {
    out.add(Exposition::with(labels, "cause", "late"), total.output.underruns_late);
    out.add(Exposition::with(labels, "cause", "lost"), total.output.underruns_lost);
    out.add(Exposition::with(labels, "cause", "gap"), total.output.underruns_gap);
  }
}

void add_bucket(Exposition& out, const Labels& labels, std::string_view edge, std::uint64_t count) {
  out.add("_bucket", Exposition::with(labels, "le", edge), std::to_string(count));
}

/// @param below how many are below the edge with this number
template <class Edges, class Below>
void add_histogram(Exposition& out, const Labels& labels, const Edges& edges, Below below, std::uint64_t count,
                   Duration sum) {
  for (std::size_t i = 0; i < edges.size(); ++i)
    add_bucket(out, labels, fmt::format("{}", in_seconds(edges[i])), below(i));
  add_bucket(out, labels, "+Inf", count);
  out.add("_sum", labels, fmt::format("{}", in_seconds(sum)));
  out.add("_count", labels, std::to_string(count));
}

void add_services(Exposition& out, const std::vector<Service>& services) {
  out.counter("idn_server_service_streams_total", "Streams that played on the service.");
  add_each(out, services, [](const Service& s) { return s.total.streams; });
  out.counter("idn_server_service_datagrams_total", "Datagrams with samples.");
  add_each(out, services, [](const Service& s) { return s.total.datagrams; });
  out.counter("idn_server_service_samples_total", "Samples that were received, shown or not.");
  add_each(out, services, [](const Service& s) { return s.total.samples; });
  out.counter("idn_server_service_late_samples_total", "Samples that came too late to be shown.");
  add_each(out, services, [](const Service& s) { return s.total.too_late.samples; });
  out.counter("idn_server_service_lost_total", "Missing sequence numbers, late ones included.");
  add_each(out, services, [](const Service& s) { return s.total.missed; });
  out.counter("idn_server_service_late_chunks_total", "Chunks that came too late, wholly or in part.");
  add_each(out, services, [](const Service& s) { return s.total.output.late_chunks; });
  add_underruns(out, services);
  out.counter("idn_server_service_overruns_total", "Overruns: times that an output's buffer was full.");
  add_each(out, services, [](const Service& s) { return s.total.output.overruns; });
  out.counter("idn_server_service_dark_seconds_total", "Time that an output had nothing to show.");
  add_each(out, services, [](const Service& s) { return s.total.output.dark; });
  out.histogram("idn_server_output_latency_seconds", "Time between arrival and output.");
  for (const auto& [labels, total] : services) {
    const auto below = [&all = total.output.latency](std::size_t i) { return all.below(i); };
    add_histogram(out, labels, kLatencies, below, total.output.latency.total(), total.output.latency.sum());
  }
}

/// A metric of every stream that has it. Prometheus has neither us nor ppm: seconds, and a ratio.
void add_metric(Exposition& out, const std::vector<Stream>& streams, std::string_view metric) {
  const auto& row = analysis::metric(metric);
  const bool is_millionth = row.unit == analysis::MetricUnit::Time || row.unit == analysis::MetricUnit::Ppm;
  for (const auto& [labels, facts] : streams)
    if (const auto value = row.read({.summary = facts.summary}))
      out.add(labels, is_millionth ? *value / 1e6 : *value);
}

void add_deviations(Exposition& out, const std::vector<Stream>& streams) {
  out.histogram(
      "idn_server_stream_deviation_seconds",
      "Packet offset minus the expected offset. A value on a bucket edge counts in the bucket above it.");
  for (const auto& [labels, facts] : streams) {
    const auto below = [&all = facts.deviations](std::size_t i) { return all.below(i); };
    add_histogram(out, labels, kDeviations, below, facts.deviations.total(), facts.deviations.sum());
  }
  out.histogram("idn_server_stream_absolute_deviation_seconds",
                "Absolute value of packet offset minus the expected offset. The first bucket holds the offsets "
                "on target.");
  for (const auto& [labels, facts] : streams) {
    const auto within = [&all = facts.deviations](std::size_t i) { return all.within(i); };
    add_histogram(out, labels, kPositiveDeviations, within, facts.deviations.total(),
                  facts.deviations.absolute_sum());
  }
}

void add_timing(Exposition& out, const std::vector<Stream>& streams) {
  add_deviations(out, streams);
  out.gauge("idn_server_stream_on_target_ratio",
            "Share of deviations from -100 us to 100 us among all offsets, late datagrams and dark datagrams.");
  add_metric(out, streams, "on_target_share");
  out.gauge("idn_server_stream_fill_ratio", "Display time carried over media time; not of frames.");
  add_metric(out, streams, "fill");
  out.gauge("idn_server_stream_rate_error_ratio",
            "Slope of arrival over media time, less one: above 0 is slow.");
  add_metric(out, streams, "rate_error_ppm");
  out.gauge("idn_server_stream_long_term_jitter_seconds",
            "J_ALT: half of the range of arrival less media time, of the worst time axis.");
  add_metric(out, streams, "long_term_jitter_us");
  out.gauge("idn_server_stream_long_term_jitter_without_drift_seconds", "J_ALT less the rate error.");
  add_metric(out, streams, "long_term_jitter_without_drift_us");
}

/// Only for ended streams, since computing the confidence interval takes too long to repeat it for live ones.
void add_ended(Exposition& out, const EndedRates& rates) {
  using Interval = analysis::RateError::Interval;
  const auto add = [&](double Interval::* end) {
    for (const auto& [labels, rate] : rates)
      if (rate.interval) out.add(labels, *rate.interval.*end / 1e6);
  };
  out.gauge("idn_server_ended_stream_rate_error_ratio", "Rate error of a stream that ended.");
  for (const auto& [labels, rate] : rates) out.add(labels, rate.ppm / 1e6);
  out.gauge("idn_server_ended_stream_rate_error_low_ratio",
            "Lower end of the 95 % confidence interval of the rate error of a stream that ended.");
  add(&Interval::low_ppm);
  out.gauge("idn_server_ended_stream_rate_error_high_ratio",
            "Upper end of the 95 % confidence interval of the rate error of a stream that ended.");
  add(&Interval::high_ppm);
}

void add_streams(Exposition& out, std::vector<Stream> streams) {
  const std::size_t unlisted = streams.size() - std::min(streams.size(), kMostListedStreams);
  streams.resize(streams.size() - unlisted);
  out.gauge("idn_server_streams_unlisted", "Live streams beyond those listed.");
  out.add({}, std::uint64_t{unlisted});
  out.counter("idn_server_stream_datagrams_total", "Datagrams with samples of a live stream.");
  add_each(out, streams, [](const Stream& s) { return s.facts.summary.datagrams; });
  out.counter("idn_server_stream_samples_total", "Samples of a live stream.");
  add_each(out, streams, [](const Stream& s) { return s.facts.summary.samples; });
  out.counter("idn_server_stream_lost_total", "Missing sequence numbers, late ones included.");
  add_each(out, streams, [](const Stream& s) { return s.facts.missed; });
  out.counter("idn_server_stream_reordered_total",
              "Missing sequence numbers whose datagram arrived after a later one.");
  add_each(out, streams, [](const Stream& s) { return s.facts.late; });
  out.counter("idn_server_stream_late_datagrams_total", "Datagrams with samples that came after a later one.");
  add_each(out, streams, [](const Stream& s) { return s.facts.summary.late; });
  out.counter("idn_server_stream_late_chunks_total", "Chunks of a live stream that came too late.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.late_chunks; });
  out.counter("idn_server_stream_underruns_total", "Underruns of the output of a live stream.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.underruns(); });
  out.counter("idn_server_stream_dark_seconds_total",
              "Time that the output of a live stream had nothing to show.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.dark; });
  out.gauge("idn_server_stream_buffer_level_seconds", "Buffer level when the last chunk came.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.level.last; });
  add_timing(out, streams);
}

void add_faults(Exposition& out, const ServerFacts& server) {
  const bool any =
      std::ranges::any_of(server.units, [](const UnitReport& unit) { return unit.faults.has_value(); });
  if (!any) return;
  out.counter("idn_server_faults_total", "Datagrams that the fault plan changed, by fault.");
  for (const auto& unit : server.units)
    if (unit.faults)
      for (const auto& [direction, counters] :
           {std::pair{"arriving", &unit.faults->arriving}, std::pair{"answered", &unit.faults->answered}})
        for (const auto& [what, count] : named(*counters)) {
          const Labels labels = Exposition::with(unit_labels(unit), "direction", direction);
          out.add(Exposition::with(labels, "what", what), count);
        }
}

void add_recording(Exposition& out, const cli::RecordingFacts& recording) {
  out.counter("idn_server_recording_packets_total", "Packets in the recording.");
  out.add({}, recording.packets);
  out.counter("idn_server_recording_missing_packets_total", "Packets that are not in the recording.");
  out.add({}, recording.missing);
}

}  // namespace

std::string metrics_text(const ServerFacts& server) {
  Exposition out;
  out.gauge("idn_server_uptime_seconds", "Time since the start.");
  out.add({}, server.elapsed);
  add_units(out, server);
  add_services(out, services_of(server));
  add_streams(out, streams_of(server));
  add_ended(out, ended_rates(server));
  add_faults(out, server);
  if (server.recording) add_recording(out, *server.recording);
  return out.text();
}

}  // namespace idn::server
