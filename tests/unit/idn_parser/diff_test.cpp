// SPDX-License-Identifier: MIT
#include "idn_parser/diff/report_diff.hpp"

#include <nlohmann/json.hpp>

#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/report/json.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

Subject subject(const std::string& key, double p99) {
  return {"client of " + key, key, {{"deviation_p99_us", p99}}};
}

std::vector<std::string> broken(const std::string& limit, double before, double after) {
  const auto difference = diff_of({subject("a", before)}, {subject("a", after)});
  return texts_of(broken_limits({parse_change_limit(limit, stream_metrics())}, difference));
}

}  // namespace

TEST_CASE("two reports are shown side by side with the change of every metric", "[parser]") {
  auto difference = diff_of({subject("a", 100)}, {subject("a", 125)});
  REQUIRE(difference.streams.size() == 1);
  REQUIRE(difference.streams[0].changes.size() == 1);
  CHECK(difference.streams[0].changes[0].amount() == 25);
  const auto text = to_text(difference);
  CHECK(contains(text, "deviation_p99_us"));
  CHECK(contains(text, "+25  +25.00 %"));
  const auto json = nlohmann::json::parse(to_json(difference));
  CHECK(json.at("streams").at(0).at("metrics").at("deviation_p99_us").at("change") == 25);
}

TEST_CASE("a report written down as JSON is the same as its capture", "[parser]") {
  const auto report = sample_report();
  const auto written = nlohmann::ordered_json::parse(to_json(report));
  const auto difference = diff_of(subjects_of(report), subjects_of(written));
  REQUIRE(difference.streams.size() == 1);
  const auto of_samples = std::ranges::count_if(
      stream_metrics(), [&](std::string_view name) { return difference.streams[0].is_concerned_by(name); });
  CHECK(std::ssize(difference.streams[0].changes) == of_samples - 1);  // without p99.9, which it lacks
  for (const auto& change : difference.streams[0].changes) CHECK(change.amount() == 0);
  CHECK(difference.findings.empty());
}

TEST_CASE("streams belong together by key and order, and what has no partner is a finding", "[parser]") {
  const auto difference = diff_of({subject("a", 1), subject("b", 2), subject("a", 3)},
                                  {subject("b", 20), subject("a", 10), subject("c", 0)});
  REQUIRE(difference.streams.size() == 2);
  CHECK(difference.streams[0].changes[0].after == 10);
  CHECK(difference.streams[1].changes[0].after == 20);
  CHECK(texts_of(difference.findings) == std::vector<std::string>{"client of a is only in the first report",
                                                                  "client of c is only in the second report"});
}

TEST_CASE("a comparison of nothing with nothing is a finding", "[parser]") {
  CHECK(diff_of({}, {}).findings.size() == 1);
}

TEST_CASE("a change is limited up and down, in units or relative to what was before", "[parser]") {
  CHECK(broken("deviation_p99_us=5", 100, 105).empty());
  CHECK(broken("deviation_p99_us=5", 100, 105.5).size() == 1);
  CHECK(broken("deviation_p99_us=5", 100, 94.5).size() == 1);
  CHECK(broken("deviation_p99_us=10%", 100, 110).empty());
  CHECK(broken("deviation_p99_us=10%", 100, 111) ==
        std::vector<std::string>{"a: deviation_p99_us changed by +11, more than 10 %"});
  CHECK(broken("rate_error_ppm=1", 100, 100).size() == 1);
}

TEST_CASE("limits of a change that make no sense are refused", "[parser]") {
  for (const char* text :
       {"", "=", "speed=5", "deviation_p99_us", "deviation_p99_us=", "deviation_p99_us=x",
        "deviation_p99_us=-1", "deviation_p99_us=5%%", "deviation_p99_us=nan", "deviation_p99_us=inf"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_change_limit(text, stream_metrics()), std::invalid_argument);
  }
}
