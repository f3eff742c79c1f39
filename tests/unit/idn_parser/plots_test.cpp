// SPDX-License-Identifier: MIT
#include "idn_parser/plot/plots.hpp"

#include "cli/failure.hpp"
#include "idn_parser/measure/distribution.hpp"
#include "idn_parser/plot/picture.hpp"
#include "idn_parser/plot/scale.hpp"
#include "idn_parser/report/csv.hpp"
#include "idn_parser/report/html.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

std::vector<std::string> labels(const Scale& scale) {
  std::vector<std::string> labels;
  for (const auto& tick : scale.ticks())
    if (!tick.label.empty()) labels.push_back(tick.label);
  return labels;
}

}  // namespace

TEST_CASE("scales place and label values", "[parser]") {
  const auto linear = Scale::linear(0, 60);
  CHECK(linear.position(15) == 0.25);
  CHECK(linear.position(-1) == 0);
  CHECK(linear.position(61) == 1);
  CHECK(labels(linear) ==
        std::vector<std::string>{"0", "5", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55", "60"});
  const auto logarithmic = Scale::logarithmic(0.1, 100);
  CHECK(logarithmic.position(1) == Approx(1.0 / 3));
  CHECK(logarithmic.position(0) == 0);
  CHECK(labels(logarithmic) == std::vector<std::string>{"0.1", "1", "10", "100"});
  const auto symmetric = Scale::symmetric(-20, 2000, 10);
  CHECK(symmetric.position(-20) == 0);
  CHECK(symmetric.position(0) == Approx(1.4436354752 / (1.4436354752 + 5.9914707970)));  // asinh(2), asinh(200)
  CHECK(symmetric.position(3000) == 1);
  CHECK(labels(symmetric) == std::vector<std::string>{"0", "-10", "10", "100", "1000"});
  const auto shares = Scale::shares(3);
  CHECK(shares.position(0.99) == Approx(2.0 / 3));
  CHECK(shares.position(1) == 1);
  CHECK(labels(shares) == std::vector<std::string>{"0", "50", "90", "99", "99.9"});
}

TEST_CASE("the distribution ends with the largest deviation and its points are exact", "[parser]") {
  std::vector<Duration> deviations;
  for (int i = 1; i <= 1000; ++i) deviations.push_back((i % 2 == 0 ? 1 : -1) * Duration(i * 100));
  const auto points = distribution_of(deviations);
  REQUIRE(points.size() > 40);
  for (const auto& [deviation, share] : points) CHECK(deviation.count() == Approx(share * 100));
  CHECK(points.back().share == 1);
  CHECK(points.back().deviation == 100us);
  CHECK(distribution_of({}).empty());
}

TEST_CASE("a stream has every figure that its facts allow, and a page shows them", "[parser]") {
  const auto report = sample_report();
  const auto plots = plots_of(plot_facts(report, report.streams.front()));
  REQUIRE(plots.size() == 3);
  for (const auto& plot : plots) {
    CHECK(is_plot_name(plot.name));
    CHECK(plot.svg.starts_with("<svg "));
    CHECK(plot.svg.ends_with("</svg>\n"));
    for (const char* wrong : {"nan", "inf", "\"-"}) CHECK_FALSE(contains(plot.svg, wrong));
    CHECK(plot_of(plot_facts(report, report.streams.front()), plot.name)->svg == plot.svg);
  }
  CHECK(plots_of({StreamFacts{}}).empty());
  CHECK_FALSE(is_plot_name("pie"));
}

TEST_CASE("the words about frames speak of frames, where datagrams are not what is on target", "[parser]") {
  auto report = sample_report();
  auto& stream = report.streams.front();
  const auto words_of = [&] { return to_html(report); };
  CHECK(contains(words_of(), "Blue: the two buckets around the mean of the expected offsets"));
  CHECK(contains(words_of(), "share of offsets this near to the expected ones"));
  stream.frames = FrameFacts{.frames = 2};
  CHECK(contains(words_of(), "Blue: the two buckets around the mean step of the timestamps"));
  CHECK(contains(words_of(), "Deviation from the step of the timestamps"));
  CHECK_FALSE(contains(words_of(), "mean of the expected offsets"));
}

TEST_CASE("a figure on its own names no variable and no other file", "[parser]") {
  const auto document = standalone_svg(histogram_svg(sample_report().streams.front()));
  CHECK(document.starts_with("<svg xmlns="));
  CHECK_FALSE(contains(document, "var("));
  CHECK(contains(document, "fill: #1f6feb"));
}

TEST_CASE("PNG has the size of the figure twice, or the remedy is named", "[parser]") {
  const auto document = standalone_svg(histogram_svg(sample_report().streams.front()));
  try {
    const auto png = to_png(document);
    const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(png.at(i)); };
    CHECK(at(1) == 'P');
    CHECK((at(18) << 8 | at(19)) == 1784);  // width and height of the IHDR chunk
    CHECK((at(22) << 8 | at(23)) == 800);
    CHECK_THROWS_AS(to_png("<svg"), cli::Failure);
  } catch (const cli::Failure& failure) {
    CHECK(contains(failure.what(), "librsvg2-dev"));
  }
}

TEST_CASE("the histogram as CSV has a line per bucket", "[parser]") {
  const auto csv = to_csv(sample_report().streams);
  CHECK(csv.starts_with("stream,from_us,below_us,count,count_per_60_s\n1,1000,1100,1000,"));
  CHECK(count_of(csv, "\n") == 5);
}
