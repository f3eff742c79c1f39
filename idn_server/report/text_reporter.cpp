// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cli/standard_streams.hpp"
#include "cli/terminal.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"
#include "idn_server/report/parts.hpp"
#include "idn_server/report/reporter.hpp"

namespace idn::server {
namespace {

std::string time_of_day(Duration since_1970) {
  const auto millis = std::chrono::floor<std::chrono::milliseconds>(since_1970);
  const auto time = std::chrono::duration_cast<std::chrono::seconds>(millis).count();
  return fmt::format("{:%H:%M:%S}.{:03} UTC", fmt::gmtime(static_cast<std::time_t>(time)),
                     millis.count() % 1000);
}

/// @param of_several whether there are several units, so that the name of the unit is shown
std::string label(const StreamFacts& stream, bool of_several) {
  const auto& key = stream.id.session.key;
  const auto group = key.client_group == 0 ? std::string() : fmt::format(" group {}", key.client_group);
  const auto unit = of_several ? fmt::format("\"{}\" ", stream.unit) : std::string();
  return fmt::format("{}{}{} channel {}", unit, to_string(key.source), group, stream.id.channel);
}

std::string requested_service(const stream::ChannelRouting& routing) {
  const auto service = routing.asked_service_id();
  return service == 0 ? "the default service" : fmt::format("service {}", service);
}

std::string timing(const analysis::StreamSummary& summary) {
  if (!summary.offsets) return "no offset measured";
  if (!summary.target)
    return fmt::format(
        "average {:.1f} us from datagram to datagram, worst {:.0f} us; see idn_parser for frames",
        summary.offsets->average.count(), summary.offsets->max.count());
  return fmt::format("average {:.1f} us of {:.1f} expected, {:.2f} % on target, worst {:.0f} us, J_p {:.0f} us",
                     summary.offsets->average.count(), summary.expected.count(),
                     100 * summary.target->on_target_share, summary.offsets->max.count(),
                     summary.target->peak_period_jitter.count());
}

/// A DMX512 line on one line: who sends, and the levels.
std::string dmx_live_text(const StreamFacts& stream) {
  return fmt::format("{} {}, {} lost", to_string(stream.id.session.key.source),
                     cli::level_bars(stream.dmx.levels), stream.lost);
}

std::string live_text(const StreamFacts& stream) {
  if (stream.dmx.levels.used() > 0) return dmx_live_text(stream);
  const auto& [offsets, target] = std::tie(stream.summary.offsets, stream.summary.target);
  std::string text = fmt::format("{} {} {} lost", to_string(stream.id.session.key.source),
                                 cli::format_elapsed(stream.summary.measured), stream.lost);
  if (offsets && target)
    text +=
        fmt::format(" {:.1f} us {:.1f} % on target worst {:.0f} J_p {:.0f}", offsets->average.count(),
                    100 * target->on_target_share, offsets->max.count(), target->peak_period_jitter.count());
  return text;
}

/// Cuts off what does not fit onto the line.
std::string live_line(std::span<const StreamTable* const> units) {
  std::string text;
  for (const auto* streams : units)
    for (const auto& stream : streams->live()) text += (text.empty() ? "" : "  |  ") + live_text(stream);
  return text.empty() ? "waiting for a stream" : text;
}

/// Counters of arrival, by mode.
std::string content(const StreamFacts& stream) {
  if (stream.dmx.octets == 0) return fmt::format("{} samples", stream.summary.samples);
  return fmt::format("{}, {} octets", counted(stream.dmx.packets, "DMX packet"), stream.dmx.octets);
}

/// Counters of the output.
std::string output(const StreamFacts& stream) {
  const OutputFacts& facts = stream.output;
  if (stream.routing.mode == wire::ServiceMode::GraphicDiscrete)
    return fmt::format("{} drawn, {}, {} skipped", counted(facts.frames_drawn, "frame"),
                       counted(facts.frame_repeats, "repeat"), facts.frames_skipped);
  std::string text =
      fmt::format("buffer {:.1f} to {:.1f} ms, {}, {}", in_millis(facts.level.min), in_millis(facts.level.max),
                  counted(facts.underruns(), "underrun"), counted(facts.overruns, "overrun"));
  if (facts.underruns() > 0)
    text += fmt::format(", dark {:.1f} ms ({} late, {} lost, {} left out), longest {:.1f} ms",
                        in_millis(facts.dark), facts.underruns_late, facts.underruns_lost, facts.underruns_gap,
                        in_millis(facts.longest_dark));
  if (facts.overruns > 0) text += fmt::format(", {:.1f} ms dropped", in_millis(facts.overrun));
  if (facts.late_chunks > 0)
    text += fmt::format(", {} late by {:.1f} ms in all", counted(facts.late_chunks, "chunk"),
                        in_millis(facts.late));
  return text;
}

/// Of DMX512 and audio.
void print_levels(const StreamFacts& stream) {
  const cli::DmxMeter& dmx = stream.dmx.levels;
  if (dmx.used() > 0) {
    fmt::print("          {}: {}\n", cli::slots_text(dmx), cli::level_bars(dmx));
    if (const auto rate = dmx.updates_per_second())
      fmt::print("          {:.1f} updates a second, largest gap {:.1f} ms\n", *rate,
                 in_millis(dmx.largest_gap()));
  }
  if (stream.audio) fmt::print("          {}\n", cli::audio_text(*stream.audio));
}

void print_stream(const StreamFacts& stream, bool of_several) {
  fmt::print("stream    {}, {} on service {}, {}\n", label(stream, of_several), to_string(stream.routing.mode),
             stream.routing.service_id, stream.ended ? to_string(*stream.ended) : "still open");
  fmt::print("          {} in {} over {:.2f} s, {} lost, {} duplicated, {} late\n", content(stream),
             counted(stream.summary.datagrams, "datagram"), in_seconds(stream.summary.measured), stream.lost,
             stream.duplicates, stream.late);
  if (stream.too_late.datagrams > 0)
    fmt::print("          {} in {} of them came too late and were not shown\n",
               counted(stream.too_late.samples, "sample"), counted(stream.too_late.datagrams, "datagram"));
  print_levels(stream);
  fmt::print("          {}\n", timing(stream.summary));
  if (stream.output.chunks > 0) fmt::print("          {}\n", output(stream));
  if (stream.output.thinned_samples > 0)
    fmt::print("          {} thinned out, above the highest rate\n",
               counted(stream.output.thinned_samples, "sample"));
  for (const auto& event : stream.last_dark_events)
    fmt::print("          dark at {}: {}\n", time_of_day(event.at), to_string(event.reason));
  if (const auto more = stream.dark_events - stream.last_dark_events.size(); more > 0)
    fmt::print("          and {} earlier\n", counted(more, "dark event"));
}

void print_unit(const UnitReport& report, bool of_several) {
  const auto& unit = report.unit;
  if (of_several)
    fmt::print("unit      \"{}\", {} on {}: {}\n", unit.name, to_string(unit.unit_id), to_string(unit.local),
               counted(report.datagrams(), "datagram"));
  for (const auto& line : datagrams_beside_streams(report, report.streams->outcomes()))
    fmt::print("          {}\n", line);
  if (report.faults) fmt::print("{}", faults_lines(*report.faults));
  if (const auto merged = report.streams->merged().streams; merged > 0)
    fmt::print("          {} not listed below\n", counted(merged, "stream"));
}

/// The command that shows the worst moment in the recording, or how to get one.
std::string see_text(const cli::ShownFacts& shown, const UnitReport& unit,
                     const std::optional<cli::RecordingFacts>& recording) {
  const auto moment = moment_to_see(shown);
  if (!moment) return {};
  if (!recording)
    return "record it the next time, with --record show.pcap: idn_parser show.pcap has the command then";
  if (recording->files > 1)
    return fmt::format("idn_parser FILE --at {}, FILE being the one of that time", cli::utc(*moment));
  return cli::command_to_see({recording->path}, unit.unit.local.port, *moment);
}

/// What was shown of one stream: what a person needs to know first.
void print_page(const StreamFacts& stream, const UnitReport& unit, const ServerFacts& server, bool of_several) {
  if (!stream.shown) return;
  const cli::TerminalStyle style = cli::output_style();
  fmt::print("\n{}", cli::wrapped(fmt::format("{}, {} on service {}, {}", label(stream, of_several),
                                              to_string(stream.routing.mode), stream.routing.service_id,
                                              stream.ended ? to_string(*stream.ended) : "still open"),
                                  0, style.columns));
  fmt::print("{}", shown_text(*stream.shown,
                              shown_lines(*stream.shown, std::nullopt,
                                          see_text(*stream.shown, unit, server.recording)),
                              style));
  fmt::print("{}",
             cli::named("numbers",
                        fmt::format("{} lost, {} late, {}", stream.lost, stream.late, timing(stream.summary)),
                        style.columns));
}

std::optional<cli::Shown> worst_of(const ServerFacts& server) {
  std::optional<cli::Shown> worst;
  for (const auto& unit : server.units)
    for (const auto& streams : {unit.streams->finished(), unit.streams->live()})
      for (const auto& stream : streams)
        if (stream.shown) worst = std::max(worst, std::optional(verdict_on(*stream.shown)));
  return worst;
}

class TextReporter final : public Reporter {
 public:
  explicit TextReporter(bool has_details) : has_details_(has_details) {}

  void listening(const UnitFacts& unit) override {
    ++units_;
    fmt::print("listening on {}, unit {}, name \"{}\", receive buffer {} KiB\n", to_string(unit.local),
               to_string(unit.unit_id), unit.name, unit.receive_buffer / 1024);
    cli::flush_output();
  }

  /// Shows only rights that were not granted, since only these need action.
  void realtime(std::span<const io::Grant> grants) override {
    for (const auto& grant : grants)
      if (!grant.granted) fmt::print("without {}: {}\n", grant.what, grant.detail);
    cli::flush_output();
  }

  void serves_metrics(const Endpoint& local) override {
    fmt::print("metrics on http://{}/metrics\n", to_string(local));
    cli::flush_output();
  }

  void plans_faults(std::uint64_t seed) override {
    fmt::print("faults are planned, with --seed {}\n", seed);
    cli::flush_output();
  }

  void stream_started(const StreamFacts& stream) override {
    event(fmt::format("{}: {} on service {} began", label(stream, of_several()), to_string(stream.routing.mode),
                      stream.routing.service_id));
  }

  void not_played(const StreamFacts& stream) override {
    event(fmt::format("{}: {} on {} not played, {}", label(stream, of_several()),
                      to_string(stream.routing.mode), requested_service(stream.routing),
                      to_string(stream.routing.outcome)));
  }

  void sources_shared(std::span<const StreamFacts> streams) override {
    std::string outputs;
    for (const auto& stream : streams)
      outputs += fmt::format("{}service {} to {}", outputs.empty() ? "" : ", ", stream.routing.service_id,
                             to_string(stream.id.session.key.source));
    event(fmt::format("{}per source: {}", of_several() ? streams.front().unit + ": " : "", outputs));
  }

  void went_dark(const StreamFacts& stream, const DarkEvent& dark) override {
    event(fmt::format("{}: dark at {}, {}, {:.3f} s after the last samples", label(stream, of_several()),
                      time_of_day(dark.at), to_string(dark.reason), in_seconds(dark.since_samples)));
  }

  void progress(std::span<const StreamTable* const> units, Duration) override {
    if (line_.is_active()) line_.show(live_line(units));
  }

  void recording_failed(const cli::RecordingFacts& recording) override {
    line_.clear();
    fmt::print(stderr,
               "idn_server: recording to {} ended after {}: {}; the streams go on, free some space and start "
               "again\n",
               recording.path, counted(recording.packets, "packet"), recording.fault.message());
  }

  void finished(const ServerFacts& server) override {
    line_.clear();
    if (const auto worst = worst_of(server))
      fmt::print("{}\n", cli::coloured(to_string(*worst), *worst, cli::output_style()));
    print_received(server);
    if (!server.skew.is_empty())
      fmt::print("{}", cli::named("skew", skew_text(server.skew), cli::output_style().columns));
    for (const auto& unit : server.units) print_unit(unit, of_several());
    for (const auto& unit : server.units) {
      for (const auto& stream : unit.streams->finished()) print_end(stream, unit, server);
      for (const auto& stream : unit.streams->live()) print_end(stream, unit, server);
    }
    if (server.recording) fmt::print("{}\n", cli::to_string(*server.recording));
    cli::flush_output();
  }

 private:
  static void print_received(const ServerFacts& server) {
    const StreamTotals total = total_of(server);
    std::uint64_t datagrams = 0;
    for (const auto& unit : server.units) datagrams += unit.datagrams();
    fmt::print("received  {} over {:.2f} s: {} samples in {}, {} lost\n", counted(datagrams, "datagram"),
               in_seconds(server.elapsed), total.samples, counted(total.streams, "stream"), total.lost);
    if (server.unreported > 0)
      fmt::print("          {} not shown above\n", counted(server.unreported, "event"));
  }

  /// What was not judged has no page, but its details.
  void print_end(const StreamFacts& stream, const UnitReport& unit, const ServerFacts& server) const {
    print_page(stream, unit, server, of_several());
    if (has_details_ || !stream.shown) print_stream(stream, of_several());
  }

  void event(const std::string& text) {
    line_.clear();
    fmt::print("{}\n", text);
    cli::flush_output();
  }

  bool of_several() const noexcept { return units_ > 1; }

  bool has_details_;
  int units_ = 0;
  cli::StatusLine line_;
};

}  // namespace

std::unique_ptr<Reporter> make_text_reporter(bool has_details) {
  return std::make_unique<TextReporter>(has_details);
}

}  // namespace idn::server
