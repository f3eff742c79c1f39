// SPDX-License-Identifier: MIT
#include "idn_parser/report/rows.hpp"

#include <algorithm>

#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace idn::parser;
using idn::Micros;
using idn::test::sample_report;

namespace {

Row row_of(const StreamFacts& stream, const std::string& name) {
  const auto rows = timing_rows(stream);
  const auto found = std::ranges::find(rows, name, &Row::name);
  REQUIRE(found != rows.end());
  return *found;
}

}  // namespace

TEST_CASE("a share short of everything never reads as 100 percent", "[parser]") {
  CHECK(percent(0).number == "0.00");
  CHECK(percent(0.9934).number == "99.34");
  CHECK(percent(0.999'999).number == "99.99");
  CHECK(percent(1).number == "100.00");
}

TEST_CASE("times are shown to the nanosecond", "[parser]") {
  CHECK(micros(Micros(1000.0144)).number == "1000.014");
  CHECK(micros(Micros(-0.5)).number == "-0.500");
  CHECK(micros(Micros(1)).unit == "us");
}

TEST_CASE("every number of a stream has its row", "[parser]") {
  const auto report = sample_report();
  const auto& stream = report.streams.front();
  // 1003 offsets of 1 ms chunks in 1.02705 s: the last three are 1.05, 4 and 19 ms too long.
  CHECK(row_of(stream, "average offset").value.number == "1023.978");
  CHECK(row_of(stream, "expected offset").value.number == "1000.000");
  CHECK(row_of(stream, "smallest offset").value.number == "1000.000");
  CHECK(row_of(stream, "largest offset").value.number == "20000.000");
  CHECK(row_of(stream, "on target +-100 us").value.number == "99.70");
  CHECK(row_of(stream, "rate error").value.number == "+179.2");
  CHECK(row_of(stream, "deviation p50").value.number == "0.000");
  CHECK(row_of(stream, "deviation p99").value.number == "0.000");
  CHECK(row_of(stream, "deviation p99.9").value.number == "-");
  CHECK(row_of(stream, "peak jitter J_p").value.number == "19000.000");
  CHECK(row_of(stream, "long-term jitter J_ALT").value.number == "12025.000");
  CHECK(row_of(stream, "smallest buffer b").value.number == "24.050");
  CHECK(row_of(stream, "start delay needed").value.number == "24050.000");
}

TEST_CASE("what a capture cannot tell is a dash, and nothing is minus zero", "[parser]") {
  StreamFacts stream;
  for (const Row& row : timing_rows(stream)) {
    CAPTURE(row.name);
    CHECK(row.value.number == "-");
    CHECK(row.value.unit.empty());
  }
  stream.summary.clock.emplace().rate_error_ppm = -0.001;
  CHECK(row_of(stream, "rate error").value.number == "+0.0");
}

TEST_CASE("an interval that cannot be told is no number, and neither is one that says nothing", "[parser]") {
  StreamFacts stream;
  stream.rate_error = idn::analysis::RateError{.interval{{-12.25, 12.25}}};
  stream.summary.clock.emplace().rate_error_bound_ppm = 99.96;
  CHECK(row_of(stream, "its 95 % interval").value.number == "+-12.2");
  CHECK(row_of(stream, "its bound by J_ALT").value.number == "+-100.0");
  stream.rate_error->interval = {{-100'001, 100'001}};
  stream.summary.clock->rate_error_bound_ppm = 100'001;
  CHECK(row_of(stream, "its 95 % interval").value.number == "not known");
  CHECK(row_of(stream, "its bound by J_ALT").value.number == "not known");
  stream.rate_error->interval.reset();
  CHECK(row_of(stream, "its 95 % interval").value.number == "cannot be told");
}
