// SPDX-License-Identifier: MIT
// docs/report.md describes every key in the JSON of idn_parser.
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "idn_parser/compare/comparison_report.hpp"
#include "idn_parser/diff/report_diff.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/merge/merged.hpp"
#include "idn_parser/report/json.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

/// Whether the keys of an object are names that depend on the capture.
bool has_own_names(const std::string& key) {
  return key == "commands" || key.ends_with("_events") || key == "metrics";
}

void collect_keys(const nlohmann::json& json, std::set<std::string>& keys) {
  for (const auto& [key, value] : json.items()) {
    if (json.is_object()) keys.insert(key);
    if (value.is_structured() && !has_own_names(key)) collect_keys(value, keys);
  }
}

std::string page_on_json() {
  std::ifstream in(std::string(IDN_SOURCE_DIR) + "/docs/report.md");
  std::string page(std::istreambuf_iterator<char>(in), {});
  REQUIRE_FALSE(page.empty());
  return page;
}

std::string code(std::string_view text) {
  return text.empty() ? "" : "`" + std::string(text) + "`";
}

std::string document_line(const analysis::Metric& metric) {
  constexpr std::array<const char*, 5> kMerges{"apart", "sum", "smallest", "largest", "mean"};
  return fmt::format("| {} | {} | {} | {} | {} |\n",
                     code(metric.group == "deviations" ? "target" : metric.group), code(metric.key),
                     metric.has_limit ? code(metric.name) : "",
                     kMerges.at(static_cast<std::size_t>(metric.value.rule)), metric.meaning);
}

std::set<std::string> undocumented(const std::string& json) {
  const auto page = page_on_json();
  std::set<std::string> keys;
  collect_keys(nlohmann::json::parse(json), keys);
  REQUIRE_FALSE(keys.empty());
  std::erase_if(keys, [&](const std::string& key) { return contains(page, "`" + key + "`"); });
  return keys;
}

}  // namespace

TEST_CASE("the page on JSON names every key of every result", "[parser]") {
  const std::set<std::string> none;
  auto report = sample_report();
  for (const int dscp : {46, 0}) report.connections.front().marks.add({static_cast<std::uint8_t>(dscp), 5}, {});
  auto& stream = report.streams.front();
  stream.windows.emplace(1);
  stream.audio.emplace().configure(*wire::AudioLayout::common(wire::AudioFormat::Int16, 0, 2));
  stream.dmx.emplace().add(stream::DmxLevelChunk{.levels = {.level = {}, .is_set = 1}});
  CHECK(undocumented(to_json(report)) == none);
  Comparison comparison;
  comparison.changed_listed.emplace_back();
  comparison.remarkings.emplace_back();
  comparison.delay.emplace();
  CHECK(undocumented(to_json(ComparisonReport{"a", "b", {comparison}, {}})) == none);
  CHECK(undocumented(to_json(std::vector{merge("runs", {{"a", report}})})) == none);
  const auto subjects = subjects_of(report);
  CHECK(undocumented(to_json(diff_of(subjects, subjects))) == none);
}

TEST_CASE("the page on JSON has the table of metrics", "[parser]") {
  std::string table = "| object | key | limit | merge | meaning |\n|---|---|---|---|---|\n";
  for (const auto& metric : analysis::metric_table()) table += document_line(metric);
  INFO("docs/report.md needs this table:\n" << table);
  CHECK(contains(page_on_json(), table + "\n"));
}

TEST_CASE("the page on JSON names every metric that can be limited", "[parser]") {
  for (const auto metric : stream_metrics()) CHECK(undocumented("{\"" + std::string(metric) + "\":0}").empty());
  for (const auto metric : comparison_metrics())
    CHECK(undocumented("{\"" + std::string(metric) + "\":0}").empty());
}
