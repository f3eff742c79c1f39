// SPDX-License-Identifier: MIT
#include "idn_parser/report/html.hpp"

#include <fmt/format.h>

#include "idn_parser/plot/plots.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

TEST_CASE("the page needs nothing from outside and hides nothing of the numbers", "[parser]") {
  const auto page = to_html(sample_report());
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page.ends_with("</html>\n"));
  for (const char* foreign : {"<script", "http:", "https:", "src=", "href=", "url(", "@import"}) {
    CAPTURE(foreign);
    CHECK_FALSE(contains(page, foreign));
  }
  CHECK(contains(page, "10.0.0.1:50000 to 10.0.0.2:7255, group 0, channel 0"));
  CHECK(contains(page, "<td>largest offset</td><td class=\"value\">20000.000 us</td>"));
  CHECK(contains(page, "No findings"));
  CHECK(count_of(page, "<svg") == 4);  // the strip and three figures
}

TEST_CASE("whatever comes from outside is escaped on the page", "[parser]") {
  auto report = sample_report();
  report.capture.file = "<b>&\"'\x01.pcap";
  report.capture.link_name = "<i>";
  report.findings = {{FindingKind::Lost, "<script>alert(1)</script>"}};
  report.streams.front().mode = "<u>";
  const auto page = to_html(report);
  CHECK(contains(page, "&lt;b&gt;&amp;&quot;&#39; .pcap"));
  CHECK(contains(page, "<li>&lt;script&gt;alert(1)&lt;/script&gt;</li>"));
  for (const char* raw : {"<b>&", "<i>", "<script", "<u>"}) {
    CAPTURE(raw);
    CHECK_FALSE(contains(page, raw));
  }
}

TEST_CASE("the figure has a bar per bucket, a line at the expected offset and a note on what it clips",
          "[parser]") {
  const auto report = sample_report();
  const auto svg = histogram_svg(report.streams.front());
  CHECK(count_of(svg, "<rect") == 3);
  CHECK(count_of(svg, "class=\"bar target\"") == 1);
  CHECK(contains(svg, "<title>1000 to 1100 us: 1000</title>"));
  CHECK(contains(svg, "1 beyond 17000 us"));
  // The plot is 790 units wide and starts at 72: 1000 of 17 000 us lie at 118.5.
  CHECK(contains(svg, "<line class=\"expected\" x1=\"118.5\""));
  for (const int tick : {0, 1000, 17'000}) CHECK(contains(svg, fmt::format(">{}</text>", tick)));
  for (const int tick : {1, 10, 100, 1000}) CHECK(contains(svg, fmt::format(">{}</text>", tick)));
}

TEST_CASE("a figure of offsets below zero and a lone datagram stays within its frame", "[parser]") {
  StreamFacts stream;
  stream.summary.expected = 1000us;
  stream.histogram.add(-50us);
  stream.histogram.add(1050us);
  const auto svg = histogram_svg(stream);
  CHECK(contains(svg, "1 below 0"));
  CHECK(count_of(svg, "<rect") == 1);
  CHECK_FALSE(contains(svg, "\"-"));
  CHECK_FALSE(contains(svg, "nan"));
  CHECK_FALSE(contains(svg, "inf"));
}
