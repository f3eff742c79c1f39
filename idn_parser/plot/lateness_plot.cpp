// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>

#include "idn_parser/plot/chart.hpp"
#include "idn_parser/plot/plots.hpp"

namespace idn::parser {
namespace {

double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

double millis(Duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// Smallest interval that holds all values.
struct Extent {
  Duration low = Duration::max();
  Duration high = Duration::min();

  void include(Duration value) noexcept {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// The capture time that the curves cover, since 1970.
Extent times_of(const LatenessFacts& lateness) {
  Extent times;
  for (const auto& curve : lateness.axes) {
    times.include(curve.points.front().begin);
    times.include(curve.points.back().begin + lateness.width);
  }
  return times;
}

Extent latenesses_of(const LatenessFacts& lateness) {
  Extent values;
  for (const auto& curve : lateness.axes)
    for (const auto& point : curve.points) {
      values.include(point.min);
      values.include(point.max);
    }
  return values;
}

/// An event (`from` equals `to`) or an interval, in seconds since the first packet of the capture.
struct LaneMark {
  double from = 0;
  double to = 0;
  std::string hint;
};

/// A row of marks above the plot.
struct Lane {
  std::string_view name;
  std::string_view css_class;
  std::vector<LaneMark> marks;
};

/// Capture time per column of the figure. Errors within one column are merged, which bounds the size of the
/// page.
Duration column_width(const OverTimeFacts& facts, const Extent& times) {
  constexpr std::int64_t kColumns = 800;
  return std::max(facts.error_width, (times.high - times.low) / kColumns);
}

std::vector<ErrorPoint> merged_by_column(const OverTimeFacts& facts, const Extent& times) {
  const auto column = column_width(facts, times);
  std::vector<ErrorPoint> merged;
  for (const auto& point : facts.errors) {
    const auto begin = times.low + (point.begin - times.low) / column * column;
    if (!merged.empty() && merged.back().begin >= begin)
      merged.back().errors += point.errors;
    else
      merged.push_back({begin, point.errors});
  }
  return merged;
}

class StreamLanes {
 public:
  StreamLanes(const PlotFacts& facts, const Extent& times)
      : stream_(facts.stream), connection_(facts.connection), facts_(*facts.stream.over_time), times_(times) {}

  std::vector<Lane> lanes() {
    add_errors();
    add_events("duplicates", "notice", duplicate_marks());
    add_events("new axis", "event", axis_marks());
    add_events("pauses", "event", pause_marks());
    add_events("no config", "notice", configuration_marks());
    add_events("underruns", "notice", underrun_marks());
    return std::move(lanes_);
  }

 private:
  double at(Duration time) const { return seconds(time - facts_.capture_begin); }

  void add_events(std::string_view name, std::string_view css_class, std::vector<LaneMark> marks) {
    if (!marks.empty()) lanes_.push_back({name, css_class, std::move(marks)});
  }

  void add_errors() {
    const auto points = merged_by_column(facts_, times_);
    const auto width = column_width(facts_, times_);
    const auto add = [&](std::string_view name, std::string_view css_class, auto text_of) {
      std::vector<LaneMark> marks;
      for (const auto& point : points) {
        const double from = at(point.begin), to = at(point.begin + width);
        const std::string text = text_of(point.errors);
        if (!text.empty())
          marks.push_back({from, from, fmt::format("{} within {:.3f} to {:.3f} s", text, from, to)});
      }
      add_events(name, css_class, std::move(marks));
    };
    const auto counted = [](auto count, std::string_view what) {
      return count > 0 ? fmt::format("{} {}", count, what) : std::string();
    };
    add("lost", "fault", [&](const ErrorCounts& t) { return counted(t.lost, "lost"); });
    add("late", "notice", [&](const ErrorCounts& t) { return counted(t.late, "after a later one"); });
    add("dark", "fault", [&](const ErrorCounts& t) {
      return t.dark_gaps > 0 ? fmt::format("{:.3f} ms of media time left out", millis(t.dark)) : std::string();
    });
    add("outliers", "notice",
        [&](const ErrorCounts& t) { return counted(t.outliers, "timestamps off the axis"); });
  }

  std::vector<LaneMark> duplicate_marks() const {
    std::vector<LaneMark> marks;
    if (connection_ == nullptr) return marks;
    for (const OrderEvent& event : connection_->order_events.first())
      if (event.step.order == ArrivalOrder::Duplicate)
        marks.push_back({at(event.at.time), at(event.at.time),
                         fmt::format("number {} repeated at {:.6f} s", event.sequence, at(event.at.time))});
    return marks;
  }

  std::vector<LaneMark> axis_marks() const {
    std::vector<LaneMark> marks;
    for (const auto& curve : facts_.lateness.axes | std::views::drop(1))
      marks.push_back(
          {at(curve.begin), at(curve.begin),
           fmt::format("{} at {:.6f} s{}", to_string(curve.cause), at(curve.begin), step_text(curve))});
    return marks;
  }

  std::string step_text(const LatenessCurve& curve) const {
    for (const ClockJump& jump : stream_.clock_jumps.first())
      if (jump.at.time == curve.begin) return fmt::format(", set by {:+.3f} ms", millis(jump.by));
    return {};
  }

  std::vector<LaneMark> pause_marks() const {
    std::vector<LaneMark> marks;
    for (const auto& pause : stream_.pauses.first())
      marks.push_back({at(pause.at - pause.length), at(pause.at),
                       fmt::format("{:.3f} ms until {:.6f} s", millis(pause.length), at(pause.at))});
    return marks;
  }

  std::vector<LaneMark> configuration_marks() const {
    std::vector<LaneMark> marks;
    for (const auto& gap : stream_.configuration_gaps.first())
      marks.push_back({at(gap.at.time), at(gap.at.time),
                       fmt::format("none for {:.3f} ms at {:.6f} s", millis(gap.length), at(gap.at.time))});
    return marks;
  }

  std::vector<LaneMark> underrun_marks() const {
    std::vector<LaneMark> marks;
    if (!stream_.playback) return marks;
    for (const auto& dark : stream_.playback->underruns)
      marks.push_back({at(dark.start), at(dark.start),
                       fmt::format("dark for {:.3f} ms at {:.6f} s, {}", millis(dark.length), at(dark.start),
                                   to_string(dark.cause))});
    return marks;
  }

  const StreamFacts& stream_;
  const ConnectionFacts* connection_;  ///< may be null
  const OverTimeFacts& facts_;
  Extent times_;
  std::vector<Lane> lanes_;
};

/// Unit of the y axis: milliseconds where a value exceeds 10 ms, else microseconds.
struct AxisUnit {
  std::string_view label;
  double ns;  ///< per unit
};

AxisUnit axis_unit(const Extent& values) {
  constexpr Duration kLong = std::chrono::milliseconds(10);
  const bool is_long = std::max(std::chrono::abs(values.low), std::chrono::abs(values.high)) >= kLong;
  return is_long ? AxisUnit{"Arrival less media time (ms)", 1e6}
                 : AxisUnit{"Arrival less media time (us)", 1e3};
}

/// The 90th percentile of the absolute lateness.
Duration p90_magnitude(const LatenessFacts& lateness) {
  std::vector<Duration> magnitudes;
  for (const auto& curve : lateness.axes)
    for (const auto& point : curve.points)
      magnitudes.push_back(std::max(std::chrono::abs(point.min), std::chrono::abs(point.max)));
  const auto percentile_90 = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() * 9 / 10);
  std::ranges::nth_element(magnitudes, percentile_90);
  return *percentile_90;
}

/// Linear; symmetric-logarithmic where a few stalls are so large that a linear scale would flatten the rest.
Scale scale_for(const LatenessFacts& lateness, const Extent& values, const AxisUnit& unit) {
  constexpr double kOutlierRatio = 20;
  const auto in_unit = [&](Duration value) { return static_cast<double>(value.count()) / unit.ns; };
  const double low = in_unit(values.low), high = in_unit(values.high);
  const double p90 = std::max(in_unit(p90_magnitude(lateness)), 1e3 / unit.ns);
  if (std::max(-low, high) > kOutlierRatio * p90) {
    const double linear_to = std::pow(10, std::round(std::log10(p90)));
    return Scale::symmetric(low * 1.2 - linear_to, high * 1.2 + linear_to, linear_to);
  }
  const double margin = std::max((high - low) * 0.05, 1e3 / unit.ns);
  return Scale::linear(low - margin, high + margin);
}

class LatenessCurves {
 public:
  LatenessCurves(const OverTimeFacts& facts, const AxisUnit& unit, Chart& chart)
      : facts_(facts), unit_(unit), chart_(chart) {}

  void draw(const LatenessCurve& curve) {
    draw_band(curve);
    draw_mean(curve);
  }

 private:
  double x(Duration time) const { return seconds(time - facts_.capture_begin); }
  double y(Duration lateness) const { return static_cast<double>(lateness.count()) / unit_.ns; }

  void draw_band(const LatenessCurve& curve) {
    std::vector<Chart::Span> spans;
    for (const auto& point : curve.points)
      spans.push_back({x(point.begin), x(point.begin + facts_.lateness.width), y(point.min), y(point.max)});
    chart_.band(spans, "range");
  }

  /// Interrupted where no datagram arrived for kLongestStep or two points.
  void draw_mean(const LatenessCurve& curve) {
    const Duration width = facts_.lateness.width;
    const Duration longest = std::max<Duration>(analysis::StreamMetrics::kLongestStep, 2 * width);
    std::vector<Chart::Point> line;
    Duration last{};
    for (const auto& point : curve.points) {
      if (!point.mean) continue;
      if (!line.empty() && point.begin - last > longest) flush(line);
      line.push_back({x(point.begin + width / 2), y(*point.mean)});
      last = point.begin;
    }
    flush(line);
  }

  void flush(std::vector<Chart::Point>& line) {
    if (line.size() > 1) chart_.curve(line, "mean");
    line.clear();
  }

  const OverTimeFacts& facts_;
  AxisUnit unit_;
  Chart& chart_;
};

}  // namespace

std::string lateness_svg(const PlotFacts& plot) {
  const StreamFacts& stream = plot.stream;
  const OverTimeFacts& facts = *stream.over_time;
  const Extent times = times_of(facts.lateness), values = latenesses_of(facts.lateness);
  const AxisUnit unit = axis_unit(values);
  const auto at = [&](Duration time) { return seconds(time - facts.capture_begin); };
  const auto lanes = StreamLanes(plot, times).lanes();
  ChartWords words{.title = "Arrival less media time over the capture",
                   .right = "Time since the first packet of the capture (s)",
                   .up = unit.label};
  for (const Lane& lane : lanes) words.lanes.push_back(lane.name);
  Chart chart(words, Scale::linear(at(times.low), at(times.high)), scale_for(facts.lateness, values, unit));
  for (const auto& pause : stream.pauses.first())
    chart.area("pause", at(pause.at - pause.length), at(pause.at));
  LatenessCurves curves(facts, unit, chart);
  for (const auto& curve : facts.lateness.axes) {
    if (&curve != &facts.lateness.axes.front()) chart.cut(at(curve.begin));
    curves.draw(curve);
  }
  for (std::size_t i = 0; i < lanes.size(); ++i)
    for (const auto& mark : lanes[i].marks)
      chart.lane_mark(i, lanes[i].css_class, mark.from, mark.to, mark.hint);
  return std::move(chart).finish();
}

}  // namespace idn::parser
