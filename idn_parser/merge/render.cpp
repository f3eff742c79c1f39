// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/version.hpp"
#include "idn_parser/json.hpp"
#include "idn_parser/merge/merged.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/layout.hpp"
#include "idn_parser/report/markup.hpp"
#include "idn_parser/report/page.hpp"
#include "idn_parser/report/text.hpp"

namespace idn::parser {
namespace {

using Cells = std::vector<std::string>;

std::string name_of_file(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Keeps the end of a long name, in which the names of runs usually differ.
std::string short_name(const std::string& path) {
  constexpr std::size_t kMost = 14;
  const auto name = name_of_file(path);
  return name.size() <= kMost ? name : "..." + name.substr(name.size() - kMost + 3);
}

Cells cells_of(const std::string& name, const StreamFacts& facts, std::uint64_t lost) {
  const auto& [summary, deviations] = std::tie(facts.summary, facts.deviations);
  const auto us = [](Micros time) { return fmt::format("{:.1f}", time.count()); };
  return {name,
          fmt::format("{:.3f}", in_seconds(summary.measured)),
          fmt::format("{}", summary.datagrams),
          summary.target ? percent(summary.target->on_target_share).number : "-",
          summary.offsets ? fmt::format("{:.3f}", summary.offsets->average.count()) : "-",
          deviations && deviations->p99 ? us(*deviations->p99) : "-",
          summary.target ? us(summary.target->peak_period_jitter) : "-",
          fmt::format("{}", lost)};
}

/// Of those columns of cells_of() that are metrics.
Cells between_cells(const std::string& name, const MergedStream& stream, double BetweenRuns::* value) {
  const auto cell = [&](std::string_view metric, const char* format, double scale = 1) {
    const auto found = std::ranges::find(stream.between, metric, [](const auto& b) { return b.metric->name; });
    return found == stream.between.end() ? "-" : fmt::format(fmt::runtime(format), scale * (*found).*value);
  };
  return {name,
          "",
          "",
          cell("on_target_share", "{:.3f}", 100),
          cell("average_offset_us", "{:.3f}"),
          cell("deviation_p99_us", "{:.1f}"),
          cell("peak_period_jitter_us", "{:.1f}"),
          ""};
}

std::vector<Cells> table_of(const MergedStream& stream, std::string (*name_of)(const std::string&)) {
  std::vector<Cells> rows{
      {"run", "seconds", "datagrams", "on target %", "average us", "p99 us", "J_p us", "lost"}};
  for (const auto& run : stream.runs) rows.push_back(cells_of(name_of(run.file), run.facts, run.lost));
  rows.push_back(cells_of("all", stream.all, stream.lost));
  if (stream.between.empty()) return rows;
  rows.push_back(between_cells("mean of runs", stream, &BetweenRuns::mean));
  rows.push_back(between_cells("spread", stream, &BetweenRuns::spread));
  rows.push_back(between_cells("95 % +-", stream, &BetweenRuns::margin));
  return rows;
}

std::vector<std::string> all_findings(const std::vector<RunGroup>& groups) {
  Findings findings;
  for (const RunGroup& group : groups) append(findings, group.findings);
  return texts_of(findings);
}

std::string text_of(const RunGroup& group, const MergedStream& stream) {
  const bool has_several = group.streams.size() > 1;
  std::string out = "\n" + wrapped(group.title + (has_several ? ", " + stream.key : ""), 0);
  out += columns(table_of(stream, short_name)) + "\n" + two_columns(timing_rows(stream.all));
  return stream.all.histogram.total() == 0 ? out : out + "\n" + histogram_text(stream.all);
}

std::string caption_of(const MergedStream& stream) {
  return fmt::format(
      "Packet offsets of {} run{}, {:.1f} s in all, counts scaled to 60 s: each offset counts as "
      "{:.3g}. "
      "Buckets of 100 us, log scale. {}",
      stream.runs.size(), stream.runs.size() == 1 ? "" : "s", in_seconds(stream.all.summary.measured),
      stream.per_minute(), histogram_marks(stream.all));
}

std::vector<Plot> plots_of(const MergedStream& stream) {
  if (stream.all.histogram.total() == 0) return {};
  std::vector<Plot> plots{{"histogram", caption_of(stream), histogram_svg(stream.all, stream.per_minute())}};
  if (auto distribution = plot_of({stream.all}, "distribution")) plots.push_back(std::move(*distribution));
  return plots;
}

std::string section(const RunGroup& group, const MergedStream& stream) {
  std::string out = fmt::format("<section>\n<h2>{}</h2>\n", escaped(group.title));
  if (group.streams.size() > 1) out += paragraphs({stream.key});
  return out + figures(plots_of(stream)) + grid(table_of(stream, name_of_file)) +
         rows_table(timing_rows(stream.all)) + "</section>\n";
}

Json stream_json(const MergedStream& stream) {
  Json json{{"key", stream.key}, {"lost", stream.lost}, {"all", timing_json(stream.all)}};
  json["between_runs"] = stream.between.empty() ? Json(nullptr) : Json::object();
  for (const auto& [metric, mean, spread, margin] : stream.between)
    json["between_runs"][std::string(metric->name)] = {{"mean", mean}, {"spread", spread}, {"margin", margin}};
  json["runs"] = Json::array();
  for (const auto& run : stream.runs) {
    json["runs"].push_back({{"file", run.file}, {"lost", run.lost}});
    json["runs"].back().update(timing_json(run.facts));
  }
  return json;
}

}  // namespace

std::string to_text(const std::vector<RunGroup>& groups) {
  std::string out;
  for (const RunGroup& group : groups)
    for (const MergedStream& stream : group.streams) out += text_of(group, stream);
  return out.substr(std::min<std::size_t>(1, out.size())) + verdict_text(all_findings(groups), std::nullopt);
}

std::string to_html(const std::vector<RunGroup>& groups, const std::string& title) {
  std::string body =
      verdict_box(all_findings(groups), "No findings: nothing lost, duplicated or out of order.");
  for (const RunGroup& group : groups)
    for (const MergedStream& stream : group.streams) body += section(group, stream);
  return page(title, body);
}

std::string to_json(const std::vector<RunGroup>& groups) {
  Json json{{"schema", 2}, {"program", "idn_parser merge"}, {"version", cli::kVersion}};
  json["groups"] = Json::array();
  for (const RunGroup& group : groups) {
    json["groups"].push_back({{"title", group.title}, {"streams", Json::array()}});
    for (const MergedStream& stream : group.streams)
      json["groups"].back()["streams"].push_back(stream_json(stream));
  }
  json["findings"] = all_findings(groups);
  return cli::json_page(json);
}

}  // namespace idn::parser
