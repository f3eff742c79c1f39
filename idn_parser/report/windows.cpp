// SPDX-License-Identifier: MIT
#include "idn_parser/report/windows.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/timing_json.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/report/layout.hpp"
#include "idn_parser/report/lines.hpp"
#include "idn_parser/report/measure_json.hpp"
#include "idn_parser/report/phrases.hpp"

namespace idn::parser {
namespace {

Json window_json(const WindowFacts& window) {
  Json json{{"begin_unix_ns", window.begin.count()},
            {"begin_utc", cli::utc(window.begin)},
            {"packet", window.first.packet_number},
            {"file", window.first.file + 1}};
  json.update(cli::numbers_json(window, {"datagrams", "late_datagrams"}));
  json["lost"] = window.lost;
  json.update(cli::timing_json(window, {"measured_s", "display_us", "fill", "expected_offset_us"}));
  json["limits_broken"] = or_null(window.broken_limits);
  return json;
}

std::string fixed(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

std::vector<std::string> window_cells(const WindowFacts& window, Duration start) {
  const auto& summary = window.summary;
  const auto& target = summary.target;
  const auto of_target = [&](double value) { return target ? std::optional(value) : std::nullopt; };
  std::vector<std::string> cells{
      fmt::format("{:.3f}", std::chrono::duration<double>(window.begin - start).count()),
      fmt::format("{}", summary.datagrams),
      fmt::format("{}", window.lost),
      fmt::format("{}", summary.late),
      fixed(of_target(target ? target->on_target_share * 100 : 0), 3),
      fixed(analysis::metric("deviation_p99_us").read(window), 1),
      fixed(of_target(target ? target->peak_period_jitter.count() : 0), 1),
      summary.clock ? fixed(summary.clock->rate_error_ppm, 1) : "-"};
  if (window.broken_limits) cells.push_back(*window.broken_limits == 0 ? "kept" : "broken");
  return cells;
}

bool depends_on_length(std::string_view metric) {
  return metric == "datagrams" || metric == "measured_s";
}

}  // namespace

Json windows_json(const StreamFacts& stream) {
  if (!stream.windows) return nullptr;
  Json json = Json::array();
  for (const WindowFacts& window : *stream.windows) json.push_back(window_json(window));
  return json;
}

std::vector<std::vector<std::string>> window_table(const Report& report, const StreamFacts& stream) {
  if (!stream.windows || stream.windows->empty()) return {};
  const Duration start = report.capture.first_time.value_or(Duration{0});
  std::vector<std::vector<std::string>> table{
      {"from s", "datagrams", "lost", "late", "on target %", "p99 us", "J_p us", "ppm"}};
  if (stream.windows->front().broken_limits) table.front().emplace_back("limits");
  for (const WindowFacts& window : *stream.windows) table.push_back(window_cells(window, start));
  return table;
}

std::string windows_text(const Report& report, const StreamFacts& stream) {
  return columns(window_table(report, stream));
}

void judge_windows(const std::vector<MetricLimit>& limits, Report& report) {
  for (StreamFacts& stream : report.streams) {
    if (!stream.windows) continue;
    for (WindowFacts& window : *stream.windows) {
      const auto subject = subject_of(window, fmt::format("{}, window {}", title_of(report, stream),
                                                          PositionText(report.capture)(window.begin)));
      std::vector<MetricLimit> judged;
      for (const MetricLimit& limit : limits)
        if (subject.value(limit.metric) && !depends_on_length(limit.metric)) judged.push_back(limit);
      auto broken = broken_limits(judged, {subject});
      window.broken_limits = broken.size();
      append(report.findings, std::move(broken));
    }
  }
}

}  // namespace idn::parser
