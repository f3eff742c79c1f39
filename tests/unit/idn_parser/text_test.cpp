// SPDX-License-Identifier: MIT
#include "idn_parser/report/text.hpp"

#include <fmt/format.h>

#include <sstream>

#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (contains(line, part)) return line;
  return {};
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

}  // namespace

TEST_CASE("the terminal report fits into 80 columns without trailing blanks", "[parser]") {
  auto report = sample_report();
  for (std::size_t i = 1; i < 40; ++i)
    report.findings.push_back(
        {FindingKind::Lost,
         std::string(i, 'x') + " a finding longer than one line of a terminal, so that it breaks"});
  report.connections.front().key.client.address = {0xFE, 0x80, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
  report.connections.front().key.server.address = report.connections.front().key.client.address;
  report.capture.file = "show.pcap";
  const auto text = to_text(report);
  CHECK(longest_line(text) <= 80);
  CHECK_FALSE(contains(text, " \n"));
}

TEST_CASE("of many streams and findings the first are shown, and JSON has all", "[parser]") {
  auto report = sample_report();
  report.streams.resize(65, report.streams.front());
  report.findings.resize(101, {parser::FindingKind::Lost, "one is lost"});
  for (const auto& text : {parser::to_text(report), parser::to_html(report)}) {
    CHECK(count_of(text, "Stream 64 of 65: ") == 1);
    CHECK(count_of(text, "Stream 65 of 65: ") == 0);
    CHECK(count_of(text, "64 of 65 streams are shown; --json has all of them") == 1);
    CHECK(count_of(text, "one is lost") == 100);
    CHECK(count_of(text, "and 1 more; --json has all of them") == 1);
  }
  CHECK(count_of(parser::to_json(report), "one is lost") == 101);
  report.streams.pop_back();
  report.findings.pop_back();
  CHECK(count_of(parser::to_text(report), "--json has all of them") == 0);
}

TEST_CASE("the rates of a stream are listed, or their range", "[parser]") {
  auto report = sample_report();
  auto& stream = report.streams.front();
  const auto text = [&](std::vector<double> rates) {
    stream.sample_rates = std::move(rates);
    return line_with(to_text(report), "samples/s");
  };
  const auto mean = fmt::format("{:.0f} samples/s", stream.samples_per_second.value());
  CHECK(contains(text({}), ", " + mean));
  CHECK(contains(text({30'000}), ", " + mean));
  CHECK(contains(text({30'000, 60'000}), ", 30000 and 60000 samples/s"));
  CHECK(contains(text({60'000, 30'000, 40'000, 50'000}), ", 30000 to 60000 samples/s"));
}

TEST_CASE("the terminal histogram marks, folds and clips", "[parser]") {
  const auto text = to_text(sample_report());
  CAPTURE(text);
  const auto expected = line_with(text, ">|");
  CHECK(contains(expected, " 1000 >|####"));
  CHECK(contains(expected, " 1000 "));
  CHECK(contains(line_with(text, " 2000  |"), "|# "));
  CHECK(contains(line_with(text, " 5000  |"), "|# "));
  CHECK(contains(line_with(text, ">= 17000"), "|# "));
  CHECK(count_of(text, " ...\n") == 2);
  CHECK_FALSE(contains(text, " 3000 "));
  CHECK(contains(text, "Verdict: no findings\n"));
}

TEST_CASE("no number of the scale is cut off", "[parser]") {
  // From one decade to the next, so that the last label is at every distance from the edge.
  for (const int count : {678, 1'000, 1'300, 1'900, 2'500, 5'000, 9'999, 10'000, 11'000, 30'000, 100'000}) {
    auto report = sample_report();
    auto& histogram = report.streams.front().histogram;
    for (int i = 0; i < count; ++i) histogram.add(1050us);
    std::istringstream scale(line_with(to_text(report), "datagrams   per 60 s"));
    CAPTURE(count, scale.str());
    std::uint64_t expected = 1;
    std::string label;
    while (scale >> label && label != "datagrams") {
      CHECK(label == std::to_string(expected));
      expected *= 10;
    }
    CHECK(expected >= 1'000);
  }
}

TEST_CASE("a single empty bucket is shown, not folded", "[parser]") {
  auto report = sample_report();
  auto& histogram = report.streams.front().histogram;
  histogram.add(1250us);
  const auto text = to_text(report);
  CHECK(contains(text, " 1100  |\n"));
  CHECK(contains(text, " 1200  |#"));
}

TEST_CASE("bars have the length of the logarithm", "[parser]") {
  auto report = sample_report();
  auto& histogram = report.streams.front().histogram;
  for (int i = 0; i < 10; ++i) histogram.add(3050us);
  for (int i = 0; i < 100; ++i) histogram.add(4050us);
  const auto text = to_text(report);
  const auto bar = [&](const char* label) { return count_of(line_with(text, label), "#"); };
  CHECK(bar(" 2000  |") == 1);
  CHECK(bar(" 3000  |") == 15);
  CHECK(bar(" 4000  |") == 30);
  CHECK(bar(" 1000 >|") == 44);
}
