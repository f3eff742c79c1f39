// SPDX-License-Identifier: MIT
#include "idn_parser/report/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace idn::parser {
namespace {

const Quantity kUnknown{"-", ""};

Quantity ppm(std::optional<double> value) {
  if (!value) return kUnknown;
  // No "-0.0".
  return {fmt::format("{:+.1f}", std::abs(*value) < 0.05 ? 0.0 : *value), "ppm"};
}

Quantity packets(std::optional<double> value) {
  return value ? Quantity{fmt::format("{:.3f}", *value), "packets"} : kUnknown;
}

Quantity margin(const analysis::RateError& rate) {
  return {fmt::format("+-{:.1f}", (rate.high_ppm - rate.low_ppm) / 2), "ppm"};
}

/// Formats an optional value; "-" if it is empty.
template <class Part, class Text>
Quantity text_or_dash(const std::optional<Part>& part, Text text) {
  return part ? text(*part) : kUnknown;
}

void add_offset_rows(const StreamFacts& stream, std::vector<Row>& rows) {
  const auto& offsets = stream.summary.offsets;
  rows.push_back({"average offset", text_or_dash(offsets, [](auto& o) { return micros(o.average); }),
                  "mean distance between adjacent datagrams"});
  rows.push_back(
      {"expected offset", stream.has_expected_offset() ? micros(stream.summary.expected) : kUnknown,
       stream.frames ? "mean step of the frames' timestamps" : "mean display time a datagram carries"});
  rows.push_back({"smallest offset", text_or_dash(offsets, [](auto& o) { return micros(o.min); }),
                  "shortest distance; near zero: a burst"});
  rows.push_back(
      {"largest offset", text_or_dash(offsets, [](auto& o) { return micros(o.max); }), "longest distance"});
  rows.push_back({"on target +-100 us",
                  text_or_dash(stream.summary.target, [](auto& t) { return percent(t.on_target_share); }),
                  "share of offsets this near to the expected ones; late and dark datagrams count as misses"});
  rows.push_back({"fill", stream.summary.fill ? percent_of(*stream.summary.fill) : kUnknown,
                  "display time carried, of the media time; below 100 % the rest was dark or lost"});
}

void add_deviation_rows(const StreamFacts& stream, std::vector<Row>& rows) {
  const auto& deviations = stream.deviations;
  const auto explanation = [&](const std::string& share) {
    return share + " of all offsets are no further from the expected ones";
  };
  rows.push_back(
      {"deviation p50", text_or_dash(deviations, [](auto& d) { return micros(d.p50); }), explanation("half")});
  rows.push_back(
      {"deviation p99", text_or_dash(deviations, [](auto& d) { return micros(d.p99); }), explanation("99 %")});
  rows.push_back({"deviation p99.9", text_or_dash(deviations, [](auto& d) { return micros(d.p99_9); }),
                  explanation("99.9 %")});
  rows.push_back({"peak jitter J_p",
                  text_or_dash(stream.summary.target, [](auto& t) { return micros(t.peak_period_jitter); }),
                  "the largest deviation"});
}

void add_clock_rows(const StreamFacts& stream, std::vector<Row>& rows) {
  const auto& clock = stream.summary.clock;
  rows.push_back({"rate error", text_or_dash(clock, [](auto& c) { return ppm(c.rate_error_ppm); }),
                  "slope of arrival over media time; above zero the sender is slow"});
  rows.push_back({"its 95 % interval", text_or_dash(stream.rate_error, margin),
                  "as far as the rate error may be off, delay that wanders allowed for"});
  rows.push_back({"long-term jitter J_ALT",
                  text_or_dash(clock, [](auto& c) { return micros(c.long_term_jitter); }),
                  "half the span of arrival less media time"});
  rows.push_back({"J_ALT without drift",
                  text_or_dash(clock, [](auto& c) { return micros(c.long_term_jitter_without_drift); }),
                  "the same with the rate error taken out"});
  rows.push_back({"smallest buffer b", text_or_dash(clock, [](auto& c) { return packets(c.smallest_buffer); }),
                  "a receiver that buffers this many packets never runs dry or over"});
  rows.push_back({"start delay needed", text_or_dash(clock, [](auto& c) { return micros(c.start_delay); }),
                  "delay of the output that would have avoided every dark gap"});
}

void add_frame_rows(const StreamFacts& stream, std::vector<Row>& rows) {
  if (!stream.frames) return;
  const auto& frames = *stream.frames;
  rows.push_back({"frame period", frames.period > analysis::Micros::zero() ? micros(frames.period) : kUnknown,
                  "median step of the frames' timestamps"});
  rows.push_back({"frames evenly spaced",
                  text_or_dash(frames.on_target_share, [](double share) { return percent(share); }),
                  "share of distances from frame to frame within 100 us of the period"});
}

}  // namespace

Quantity percent(double share) {
  return {fmt::format("{:.2f}", share < 1 ? std::min(share * 100, 99.99) : 100.0), "%"};
}

Quantity percent_of(double share) {
  return {fmt::format("{:.2f}", share * 100), "%"};
}

Quantity micros(analysis::Micros time) {
  return {fmt::format("{:.3f}", time.count()), "us"};
}

std::vector<Row> timing_rows(const StreamFacts& stream) {
  std::vector<Row> rows;
  add_offset_rows(stream, rows);
  add_deviation_rows(stream, rows);
  add_clock_rows(stream, rows);
  add_frame_rows(stream, rows);
  return rows;
}

}  // namespace idn::parser
