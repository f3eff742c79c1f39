// SPDX-License-Identifier: MIT
#include "idn_parser/report/histogram_view.hpp"

#include "idn_parser/plot/plots.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

TEST_CASE("a figure reaches to 17 ms, or twice the expected offset, at most 100 ms", "[parser]") {
  const auto limit = [](auto expected) {
    StreamFacts stream;
    stream.summary.expected = expected;
    return HistogramView(stream).limit();
  };
  CHECK(limit(0us) == 17'000us);
  CHECK(limit(1000us) == 17'000us);
  CHECK(limit(8500us) == 17'000us);
  CHECK(limit(33'333us) == 67'000us);
  CHECK(limit(1s) == 100'000us);
}

TEST_CASE("without display time nothing is marked as expected", "[parser]") {
  StreamFacts stream;
  stream.histogram.add(50us);
  const HistogramView view(stream);
  CHECK_FALSE(view.expected_bucket().has_value());
  CHECK_FALSE(view.is_on_target(0us));
  CHECK_FALSE(contains(histogram_svg(stream), "expected"));
}
