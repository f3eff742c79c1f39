// SPDX-License-Identifier: MIT
#include "idn_server/metrics/server_metrics.hpp"

#include <algorithm>

#include "cli/text.hpp"
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

/// Of several streams with the same labels only the latest session is alive.
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

void add_fates(Exposition& out, const ServerFacts& server) {
  out.counter("idn_server_packet_fates_total", "Real-time packets by what became of them.");
  for (const auto& unit : server.units) {
    const auto add = [&, labels = unit_labels(unit)](std::string_view fate, std::uint64_t count) {
      out.add(Exposition::with(labels, "fate", fate), count);
    };
    const auto& fates = unit.streams->fates();
    const auto& receiver = unit.receiver;
    add("played", fates.played);
    add("without_samples", without_samples(receiver, fates));
    add("late_or_duplicated", fates.outdated);
    add("unusable", fates.unusable);
    add("service_unknown", fates.service_unknown);
    add("service_busy", fates.service_busy);
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
  out.counter("idn_server_kernel_drops_total", "Datagrams that came faster than they were read.");
  add_units(out, server, [](const UnitReport& unit) { return unit.kernel_drops; });
  out.counter("idn_server_broadcasts_ignored_total", "Broadcasts that ask a unit with an address nothing.");
  add_units(out, server, [](const UnitReport& unit) { return unit.ignored_broadcasts; });
  out.counter("idn_server_not_allowed_total", "Datagrams from networks that are not allowed.");
  add_units(out, server, [](const UnitReport& unit) { return unit.not_allowed; });
  out.counter("idn_server_requests_total", "Pings, scans, service maps and client-group requests.");
  add_units(out, server, [](const UnitReport& unit) { return unit.receiver.requests; });
  out.gauge("idn_server_sessions", "Sessions that are open.");
  add_units(out, server, [](const UnitReport& unit) { return std::uint64_t{unit.sessions}; });
  out.counter("idn_server_sessions_refused_total", "Packets that asked for a session when none was free.");
  add_units(out, server, [](const UnitReport& unit) { return unit.receiver.refused; });
  add_fates(out, server);
}

template <class Of, class Read>
void add_each(Exposition& out, const std::vector<Of>& all, Read read) {
  for (const auto& one : all) out.add(one.labels, read(one));
}

void add_underruns(Exposition& out, const std::vector<Service>& services) {
  out.counter("idn_server_service_underruns_total", "Times that an output ran dry, by cause.");
  for (const auto& [labels, total] : services) {
    out.add(Exposition::with(labels, "cause", "late"), total.output.underruns_late);
    out.add(Exposition::with(labels, "cause", "lost"), total.output.underruns_lost);
    out.add(Exposition::with(labels, "cause", "gap"), total.output.underruns_gap);
  }
}

void add_latency(Exposition& out, const Service& service) {
  const LatencyHistogram& latency = service.total.output.latency;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < LatencyHistogram::kEdges.size(); ++i) {
    sum += latency.count(i);
    const auto edge = fmt::format("{}", in_seconds(LatencyHistogram::kEdges[i]));
    out.add("_bucket", Exposition::with(service.labels, "le", edge), std::to_string(sum));
  }
  sum += latency.count(LatencyHistogram::kEdges.size());
  out.add("_bucket", Exposition::with(service.labels, "le", "+Inf"), std::to_string(sum));
  out.add("_sum", service.labels, fmt::format("{}", in_seconds(latency.sum())));
  out.add("_count", service.labels, std::to_string(sum));
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
  out.counter("idn_server_service_lost_total", "Sequence numbers that were missed, also those that came late.");
  add_each(out, services, [](const Service& s) { return s.total.missed; });
  out.counter("idn_server_service_late_chunks_total", "Chunks that came too late, wholly or in part.");
  add_each(out, services, [](const Service& s) { return s.total.output.late_chunks; });
  add_underruns(out, services);
  out.counter("idn_server_service_overruns_total", "Times that an output had more waiting than it keeps.");
  add_each(out, services, [](const Service& s) { return s.total.output.overruns; });
  out.counter("idn_server_service_dark_seconds_total", "Time that an output had nothing to show.");
  add_each(out, services, [](const Service& s) { return s.total.output.dark; });
  out.histogram("idn_server_output_latency_seconds", "Time between arrival and output.");
  for (const auto& service : services) add_latency(out, service);
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
  out.counter("idn_server_stream_lost_total", "Sequence numbers that were missed, also those that came late.");
  add_each(out, streams, [](const Stream& s) { return s.facts.missed; });
  out.counter("idn_server_stream_late_chunks_total", "Chunks of a live stream that came too late.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.late_chunks; });
  out.counter("idn_server_stream_underruns_total", "Times that the output of a live stream ran dry.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.underruns(); });
  out.gauge("idn_server_stream_buffer_level_seconds", "What lay ahead when the last chunk came.");
  add_each(out, streams, [](const Stream& s) { return s.facts.output.level.last; });
}

void add_faults(Exposition& out, const ServerFacts& server) {
  const bool any =
      std::ranges::any_of(server.units, [](const UnitReport& unit) { return unit.faults.has_value(); });
  if (!any) return;
  out.counter("idn_server_faults_total", "Datagrams that the fault plan did something to.");
  for (const auto& unit : server.units)
    if (unit.faults)
      for (const auto& [direction, counters] :
           {std::pair{"arriving", &unit.faults->arriving}, std::pair{"answered", &unit.faults->answered}})
        for (const auto& [what, count] : named(*counters)) {
          const Labels labels = Exposition::with(unit_labels(unit), "direction", direction);
          out.add(Exposition::with(labels, "what", what), count);
        }
}

void add_recording(Exposition& out, const RecordingFacts& recording) {
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
  add_faults(out, server);
  if (server.recording) add_recording(out, *server.recording);
  return out.text();
}

}  // namespace idn::server
