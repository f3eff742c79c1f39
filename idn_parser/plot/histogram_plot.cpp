// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "idn_parser/plot/chart.hpp"
#include "idn_parser/plot/plots.hpp"
#include "idn_parser/report/histogram_view.hpp"

namespace idn::parser {
namespace {

/// Starts at half of one count, so that a single count still has a visible bar.
Scale counts_up_to(std::uint64_t highest, double scale) {
  const double top = std::ceil(std::log10(static_cast<double>(highest) * scale) - 1e-9);
  const double least = std::log10(scale);
  return Scale::logarithmic(std::pow(10, least - 0.3), std::pow(10, std::max(top, least + 1)));
}

void draw_bars(Chart& chart, const StreamFacts& stream, const HistogramView& view, double scale) {
  constexpr auto kWidth = analysis::OffsetHistogram::kBucketWidth;
  for (const auto& [edge, count] : stream.histogram.buckets()) {
    if (!view.shows(edge)) continue;
    const auto from = edge.count(), to = (edge + kWidth).count();
    const double height = static_cast<double>(count) * scale;
    chart.bar(view.is_on_target(edge) ? "bar target" : "bar", static_cast<double>(from),
              static_cast<double>(to), height,
              fmt::format("{} to {} us: {:.10g}", from, to, std::round(height * 10) / 10));
  }
}

void mark_expected(Chart& chart, const StreamFacts& stream, const HistogramView& view) {
  const double expected = stream.summary.expected.count();
  if (expected <= 0 || expected > static_cast<double>(view.limit().count())) return;
  chart.mark_right(expected, fmt::format("expected {:.6g} us", expected));
}

void note_clipped(Chart& chart, const HistogramView& view) {
  std::string note;
  if (view.below_zero() > 0) note = fmt::format("{} below 0", view.below_zero());
  if (view.beyond_limit() > 0)
    note +=
        fmt::format("{}{} beyond {} us →", note.empty() ? "" : ", ", view.beyond_limit(), view.limit().count());
  if (!note.empty()) chart.note(note);
}

}  // namespace

std::string histogram_svg(const StreamFacts& stream, double scale) {
  const HistogramView view(stream);
  Chart chart({.title = fmt::format("Packet-offset histogram, {} offsets", stream.histogram.total()),
               .right = "Packet offset (us)",
               .up = scale == 1 ? "Number of datagrams" : "Datagrams per 60 s"},
              Scale::linear(0, static_cast<double>(view.limit().count())),
              counts_up_to(view.highest_count(), scale));
  draw_bars(chart, stream, view, scale);
  mark_expected(chart, stream, view);
  note_clipped(chart, view);
  return std::move(chart).finish();
}

}  // namespace idn::parser
