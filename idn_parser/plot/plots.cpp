// SPDX-License-Identifier: MIT
#include "idn_parser/plot/plots.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace idn::parser {

std::string histogram_marks(const StreamFacts& stream) {
  if (!stream.frames) return "Blue: the two buckets around the mean of the expected offsets, the red line.";
  return "Blue: the two buckets around the mean step of the timestamps, the red line. Offsets are those of "
         "frames, by "
         "their first datagrams.";
}

namespace {

std::string histogram_caption(const StreamFacts& stream) {
  return fmt::format(
      "Distances between adjacent datagrams that carry samples, in buckets of 100 us; count on a log scale, {} "
      "offsets in {:.3f} s (one offset stands for {:.3g} per 60 s). {}",
      stream.histogram.total(), in_seconds(stream.summary.measured),
      analysis::normalised(1, stream.summary.measured), histogram_marks(stream));
}

std::string offsets_caption() {
  return "The same offsets over time, on a log scale; where several share a place, from the smallest to the "
         "largest.";
}

/// Whether events lack a mark: of listed events only the first are kept. (Counts over time are complete.)
bool has_unmarked(const PlotFacts& facts) {
  const auto is_cut = [](const auto& log) { return log.count() > log.first().size(); };
  const auto& [stream, connection] = facts;
  const auto& playback = stream.playback;
  return is_cut(stream.pauses) || is_cut(stream.configuration_gaps) ||
         (playback && playback->totals.underruns() > playback->underruns.size()) ||
         (connection != nullptr && connection->counts.numbers.duplicates > 0 &&
          is_cut(connection->order_events));
}

std::string lateness_caption(const PlotFacts& facts) {
  const auto& [width, error, rate_error_ppm, axes, hidden_axes] = facts.stream.over_time->lateness;
  std::string caption = fmt::format(
      "How late datagrams came over the time of the capture: arrival less media time, a rate error of "
      "{:+.3f} ppm removed, about the mean of the time axis. Band: from the earliest to the latest within "
      "{:.3g} s, both accurate to {:.3g} us; line: mean of what came in order. Where a few came far later or "
      "earlier than most, the scale is logarithmic away from 0. Marks: when something went wrong; point at "
      "them for more.",
      rate_error_ppm, in_seconds(width), Micros(error).count());
  if (axes.size() > 1) caption += " Dashed: a new time axis; its lateness does not compare with that before.";
  if (has_unmarked(facts))
    caption += " Of pauses, missing configurations, duplicates and underruns only the first are marked.";
  if (hidden_axes > 0) caption += fmt::format(" {} further time axes are not shown.", hidden_axes);
  return caption;
}

std::string distribution_caption(const StreamFacts& stream) {
  if (stream.frames)
    return "Which share of the distances from frame to frame lies at most how far from the step of their "
           "timestamps; "
           "both scales are logarithmic, the vertical one in the remaining share (100 % minus the share).";
  return "Which share of the offsets lies at most how far from the expected one; both scales are logarithmic, "
         "the vertical one in the remaining share (100 % minus the share).";
}

std::string buffer_caption(const StreamFacts& stream) {
  const auto& playback = *stream.playback;
  return fmt::format(
      "Media time queued in a receiver with a buffer of {:g} ms when datagrams arrived: {} underruns, {} "
      "overruns. Red line: the level at which playback starts.",
      in_millis(playback.options.buffer.target), playback.totals.underruns(), playback.totals.overruns);
}

std::string acknowledges_caption(const AcknowledgeFacts& acknowledges) {
  return fmt::format(
      "From a request to its answer, where the capture was taken: {} of {} requests were answered.",
      acknowledges.answered, acknowledges.requests);
}

struct FigureKind {
  std::string_view name;
  bool (*has)(const PlotFacts&);
  std::string (*caption)(const PlotFacts&);
  std::string (*draw)(const PlotFacts&);
};

bool has_latencies(const PlotFacts& facts) {
  return facts.connection != nullptr && !facts.connection->acknowledges.latency_over_time.points().empty();
}

bool has_lateness(const PlotFacts& facts) {
  return facts.stream.over_time && !facts.stream.over_time->lateness.axes.empty();
}

bool has_level(const PlotFacts& facts) {
  return facts.stream.playback && !facts.stream.playback->level_over_time.points().empty();
}

constexpr std::array kFigureKinds{
    FigureKind{"histogram", [](const PlotFacts& f) { return f.stream.histogram.total() > 0; },
               [](const PlotFacts& f) { return histogram_caption(f.stream); },
               [](const PlotFacts& f) { return histogram_svg(f.stream); }},
    FigureKind{"offsets", [](const PlotFacts& f) { return !f.stream.offsets_over_time.points().empty(); },
               [](const PlotFacts&) { return offsets_caption(); },
               [](const PlotFacts& f) { return offsets_svg(f.stream); }},
    FigureKind{"lateness", has_lateness, [](const PlotFacts& f) { return lateness_caption(f); },
               [](const PlotFacts& f) { return lateness_svg(f); }},
    FigureKind{"distribution", [](const PlotFacts& f) { return !f.stream.distribution.empty(); },
               [](const PlotFacts& f) { return distribution_caption(f.stream); },
               [](const PlotFacts& f) { return distribution_svg(f.stream); }},
    FigureKind{"buffer", has_level, [](const PlotFacts& f) { return buffer_caption(f.stream); },
               [](const PlotFacts& f) { return buffer_svg(*f.stream.playback); }},
    FigureKind{"acknowledges", has_latencies,
               [](const PlotFacts& f) { return acknowledges_caption(f.connection->acknowledges); },
               [](const PlotFacts& f) { return acknowledges_svg(f.connection->acknowledges); }},
};

Plot draw_figure(const FigureKind& kind, const PlotFacts& facts) {
  return {kind.name, kind.caption(facts), kind.draw(facts)};
}

}  // namespace

PlotFacts plot_facts(const Report& report, const StreamFacts& stream) {
  return {stream, &report.connections[stream.connection]};
}

std::vector<Plot> plots_of(const PlotFacts& facts) {
  std::vector<Plot> plots;
  for (const FigureKind& kind : kFigureKinds)
    if (kind.has(facts)) plots.push_back(draw_figure(kind, facts));
  return plots;
}

std::optional<Plot> plot_of(const PlotFacts& facts, std::string_view name) {
  const auto kind = std::ranges::find(kFigureKinds, name, &FigureKind::name);
  if (kind == kFigureKinds.end() || !kind->has(facts)) return std::nullopt;
  return draw_figure(*kind, facts);
}

std::string plot_names() {
  std::vector<std::string_view> names;
  for (const FigureKind& kind : kFigureKinds) names.push_back(kind.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_plot_name(std::string_view name) {
  return std::ranges::find(kFigureKinds, name, &FigureKind::name) != kFigureKinds.end();
}

}  // namespace idn::parser
