// SPDX-License-Identifier: MIT
#include "idn_parser/plot/time_plot.hpp"

#include <fmt/format.h>

#include <cmath>

#include "idn_parser/plot/plots.hpp"

namespace idn::parser {
namespace {

double in(Duration unit, Duration value) {
  return static_cast<double>(value.count()) / static_cast<double>(unit.count());
}

double seconds_since_first(const TimeSeries& series, Duration time) {
  return in(std::chrono::seconds(1), time - series.points().front().begin);
}

std::vector<Chart::Span> spans_of(const TimeSeries& series, Duration unit) {
  std::vector<Chart::Span> spans;
  const auto& points = series.points();
  for (std::size_t i = 0; i < points.size(); ++i)
    spans.push_back({seconds_since_first(series, points[i].begin),
                     seconds_since_first(series, points[std::min(i + 1, points.size() - 1)].begin),
                     in(unit, points[i].min), in(unit, points[i].max)});
  return spans;
}

/// Log scale of whole decades that contains all values and the expected one. Starts at 0.1 us at the lowest;
/// smaller values are drawn there.
Scale decades_around(const TimeSeries::Point& range, double expected_us) {
  constexpr double kLeast = 0.1;
  const double low = in(std::chrono::microseconds(1), range.min);
  const double high = in(std::chrono::microseconds(1), range.max);
  const double from = std::max(std::min(low, expected_us > 0 ? expected_us : low), kLeast);
  const double bottom = std::floor(std::log10(from));
  const double top = std::ceil(std::log10(std::max({high, expected_us, kLeast})) + 1e-9);
  return Scale::logarithmic(std::pow(10, bottom), std::pow(10, std::max(top, bottom + 1)));
}

}  // namespace

TimeSeries::Point range_of(const TimeSeries& series) {
  TimeSeries::Point range = series.points().front();
  for (const auto& point : series.points()) {
    range.min = std::min(range.min, point.min);
    range.max = std::max(range.max, point.max);
  }
  return range;
}

Chart time_chart(const ChartWords& words, const TimeSeries& series, Scale up, Duration unit) {
  const double length = seconds_since_first(series, series.points().back().begin);
  Chart chart(words, Scale::linear(0, std::max(length, 1e-6)), std::move(up));
  chart.band(spans_of(series, unit));
  return chart;
}

std::string offsets_svg(const StreamFacts& stream) {
  const double expected = stream.summary.expected.count();
  auto chart =
      time_chart({.title = "Packet offsets over time",
                  .right = "Time since the first datagram (s)",
                  .up = "Packet offset (us)"},
                 stream.offsets_over_time, decades_around(range_of(stream.offsets_over_time), expected),
                 std::chrono::microseconds(1));
  if (expected > 0) chart.mark_up(expected, fmt::format("expected {:.6g} us", expected));
  return std::move(chart).finish();
}

std::string buffer_svg(const PlaybackFacts& playback) {
  constexpr Duration kUnit = std::chrono::milliseconds(1);
  const double target = in(kUnit, playback.options.buffer.target);
  const double most = std::max(in(kUnit, range_of(playback.level_over_time).max), target);
  auto chart = time_chart({.title = "Buffer level over time",
                           .right = "Time since the first datagram (s)",
                           .up = "Buffer level (ms)"},
                          playback.level_over_time, Scale::linear(0, most), kUnit);
  chart.mark_up(target, fmt::format("starts with {:.6g} ms", target));
  return std::move(chart).finish();
}

std::string acknowledges_svg(const AcknowledgeFacts& acknowledges) {
  auto chart =
      time_chart({.title = "Latency of acknowledges over time",
                  .right = "Time since the first answer (s)",
                  .up = "From request to answer (us)"},
                 acknowledges.latency_over_time, decades_around(range_of(acknowledges.latency_over_time), 0),
                 std::chrono::microseconds(1));
  return std::move(chart).finish();
}

}  // namespace idn::parser
