// SPDX-License-Identifier: MIT
#include "idn_parser/report/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace idn::parser {
namespace {

const Quantity kUnknown{"-", ""};

Quantity quantity(double value, analysis::MetricUnit unit) {
  switch (unit) {
    case analysis::MetricUnit::Time:
      return micros(Micros(value));
    case analysis::MetricUnit::Ppm:
      // No "-0.0".
      return {fmt::format("{:+.1f}", std::abs(value) < 0.05 ? 0.0 : value), "ppm"};
    case analysis::MetricUnit::Packets:
      return {fmt::format("{:.3f}", value), "packets"};
    case analysis::MetricUnit::Share:
      return percent(value);
    default:
      return percent_of(value);
  }
}

/// As far as the rate error may be off.
Quantity margin_quantity(std::optional<double> ppm) {
  constexpr double kMostPpm = 100'000;  // more says nothing
  if (!ppm) return kUnknown;
  if (*ppm > kMostPpm) return {"not known", ""};
  return {fmt::format("+-{:.1f}", *ppm), "ppm"};
}

void add_rate_rows(const StreamFacts& stream, std::vector<Row>& rows) {
  const auto& rate = stream.rate_error;
  const auto& bound = analysis::metric("rate_error_bound_ppm");
  if (rate && !rate->interval)
    rows.push_back({"its 95 % interval",
                    {"cannot be told", ""},
                    "the delay varies over more than a tenth of the capture"});
  else
    rows.push_back({"its 95 % interval",
                    margin_quantity(rate ? std::optional(rate->interval->margin_ppm()) : std::nullopt),
                    "as far as the rate error may be off, delay that wanders allowed for"});
  rows.push_back({std::string(bound.title), margin_quantity(bound.read(stream)), std::string(bound.meaning)});
}

void add_frame_rows(const StreamFacts& stream, std::vector<Row>& rows) {
  if (!stream.frames) return;
  const auto& frames = *stream.frames;
  rows.push_back({"frame period", frames.period > Micros::zero() ? micros(frames.period) : kUnknown,
                  "median step of the frames' timestamps"});
  rows.push_back({"frames evenly spaced", frames.on_target_share ? percent(*frames.on_target_share) : kUnknown,
                  "share of distances from frame to frame within 100 us of the period"});
}

}  // namespace

Quantity percent(double share) {
  return {fmt::format("{:.2f}", share < 1 ? std::min(share * 100, 99.99) : 100.0), "%"};
}

Quantity percent_of(double share) {
  return {fmt::format("{:.2f}", share * 100), "%"};
}

Quantity micros(const std::optional<Micros>& time) {
  return time ? Quantity{fmt::format("{:.3f}", time->count()), "us"} : kUnknown;
}

std::vector<Row> timing_rows(const StreamFacts& stream) {
  std::vector<Row> rows;
  const auto add = [&](std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
      const auto& metric = analysis::metric(name);
      const auto value = metric.read(stream);
      rows.push_back({std::string(metric.title), value ? quantity(*value, metric.unit) : kUnknown,
                      std::string(metric.meaning)});
    }
  };
  add({"average_offset_us", "expected_offset_us", "smallest_offset_us", "largest_offset_us", "on_target_share",
       "fill", "deviation_p50_us", "deviation_p99_us", "deviation_p99_9_us", "peak_period_jitter_us",
       "rate_error_ppm"});
  if (stream.frames) rows[1].meaning = "mean step of the frames' timestamps";
  add_rate_rows(stream, rows);
  add({"long_term_jitter_us", "long_term_jitter_without_drift_us", "smallest_buffer_packets", "start_delay_us",
       "c_inst_packets", "ts_df_us"});
  add_frame_rows(stream, rows);
  return rows;
}

}  // namespace idn::parser
