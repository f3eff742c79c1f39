// SPDX-License-Identifier: MIT
// docs/report.md describes every key in the JSON of idn_parser.
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "idn_parser/compare/outcome.hpp"
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

std::set<std::string> undocumented(const std::string& json) {
  std::ifstream in(std::string(IDN_SOURCE_DIR) + "/docs/report.md");
  const std::string page(std::istreambuf_iterator<char>(in), {});
  REQUIRE_FALSE(page.empty());
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
  report.streams.front().windows.emplace(1);
  CHECK(undocumented(to_json(report)) == none);
  Comparison comparison;
  comparison.changed_listed.emplace_back();
  comparison.delay.emplace();
  CHECK(undocumented(to_json(Outcome{"a", "b", {comparison}, {}})) == none);
  CHECK(undocumented(to_json(std::vector{merge("runs", {{"a", report}})})) == none);
  const auto subjects = subjects_of(json_of(report));
  CHECK(undocumented(to_json(diff_of(subjects, subjects))) == none);
}

TEST_CASE("the page on JSON names every metric that can be limited", "[parser]") {
  for (const Metric& metric : stream_metrics())
    CHECK(undocumented("{\"" + std::string(metric.name) + "\":0}").empty());
  for (const Metric& metric : comparison_metrics())
    CHECK(undocumented("{\"" + std::string(metric.name) + "\":0}").empty());
}
