// SPDX-License-Identifier: MIT
// The first page of a report: the verdict on each stream, and what to do.
#include "idn_parser/report/first_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"
#include "sample_report.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

/// A stream of 1 s, from which datagrams [500, 500 + lost) are missing.
Report report_with_loss(int lost, bool keeps_datagrams = false) {
  CaptureBuilder capture;
  for (int i = 0; i < 1000; ++i)
    if (i < 500 || i >= 500 + lost) capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
  const TemporaryFile file(capture.octets());
  return analyse({.files = {file.path()}, .keep_datagrams = keeps_datagrams});
}

/// Without the breaks of its lines.
std::string unwrapped(std::string text) {
  for (std::size_t at = 0; (at = text.find("\n          ", at)) != std::string::npos;)
    text.replace(at, 11, " ");
  return text;
}

}  // namespace

TEST_CASE("the first page of a clean stream is short", "[parser]") {
  const auto report = report_with_loss(0);
  CHECK(report.shown == cli::Shown::Clean);
  const auto text = first_page_text(report);
  CHECK(text.starts_with(report.capture.file + ": SHOWN CLEAN\n"));
  CHECK(contains(text, "\n  SHOWN CLEAN\n"));
  CHECK_FALSE(contains(text, "finding"));
  CHECK_FALSE(contains(text, "cause"));
  CHECK(std::ranges::count(text, '\n') < 16);
}

TEST_CASE("the first page of a flickering stream says why, when, and how to see it", "[parser]") {
  const auto report = report_with_loss(3);
  CHECK(report.shown == cli::Shown::Flickers);
  const auto text = first_page_text(report);
  CAPTURE(text);
  CHECK(text.starts_with(report.capture.file + ": FLICKERS\n"));
  CHECK(contains(unwrapped(text),
                 "  dark    once, 3.0 ms in all, 0.3 % of 1.000 s, longest 3.0 ms, at a buffer of 40 ms\n"));
  CHECK(contains(text, "lost once, in the network or by the capture"));
  CHECK(contains(text, "worst   dark for 3.0 ms (lost) at 0.540000 s, 2023-11-14T22:13:20.540000000Z\n"));
  CHECK(contains(text, "see it  idn_parser "));
  CHECK(contains(text,
                 " --at 2023-11-14T22:13:20.500000000Z\n"));  // behind the file, in quotes where a shell asks
  CHECK(contains(text, "=##="));                              // 3 ms, across the border of two parts of 13 ms
  CHECK(count_of(text, "#") == 3);                            // and in the key of the strip
  CHECK(contains(text, "\n1 finding\n"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK((line.size() <= 80 || contains(line, "see it")));
}

TEST_CASE("a narrow terminal gets a narrow first page and histogram", "[parser]") {
  const auto report = report_with_loss(3);
  for (const auto& text :
       {first_page_text(report, {.columns = 44}), histogram_text(report.streams.front(), 44)}) {
    std::istringstream lines(text.substr(text.find('\n', text.find('\n') + 1)));
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK((line.size() <= 44 || contains(line, "see it") || contains(line, ".pcap")));
    }
  }
}

TEST_CASE("the verdict is that of the buffer that was asked for", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 100; ++i)
    capture.datagram(kStart + (i < 50 ? i * 1ms : std::max(i * 1ms, 65ms)), kClient, kServer, wave_datagram(i));
  const TemporaryFile file(capture.octets());
  const auto verdict = [&](const std::optional<PlaybackOptions>& output) {
    return analyse({.files = {file.path()}, .playback = output}).shown;
  };
  CHECK(verdict(std::nullopt) == cli::Shown::Clean);
  CHECK(verdict(PlaybackOptions{.buffer = {.target = 20ms}}) == cli::Shown::Marginal);
  CHECK(verdict(PlaybackOptions{.buffer = {.target = 10ms, .capacity = 20ms}}) == cli::Shown::Flickers);
}

TEST_CASE("a receiver that refuses a stream shows nothing of it", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 100; ++i)
    capture.datagram(kStart + i * 1ms, kClient, kServer,
                     datagram(static_cast<std::uint16_t>(i),
                              {.timestamp_us = i * 1000, .duration_us = 0, .has_config = i == 0}));
  const TemporaryFile file(capture.octets());
  const auto report = analyse({.files = {file.path()}});
  REQUIRE(report.streams.size() == 1);
  REQUIRE(report.streams.front().shown);
  CHECK(report.streams.front().shown->refused > 0);
  CHECK(report.shown == cli::Shown::NotShown);
  CHECK(contains(first_page_text(report), "cause   configuration: receivers refuse all of its messages, 100"));
}

TEST_CASE("of two sockets of one host at one service, the second is not shown while the first has it",
          "[parser]") {
  const int end_of_first = GENERATE(2000, 1200);
  CaptureBuilder capture;
  const Endpoint second = Endpoint::ipv4(kClient.ipv4_address(), 50'001);
  for (int i = 0; i < 2500; ++i) {
    if (i < end_of_first) capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
    if (i >= 100) capture.datagram(kStart + i * 1ms, second, kServer, wave_datagram(i - 100));
  }
  const TemporaryFile file(capture.octets());
  const auto report = analyse({.files = {file.path()}});
  REQUIRE(report.streams.size() == 2);
  CHECK(verdict_on(*report.streams[0].shown) != cli::Shown::NotShown);
  const bool is_taken = end_of_first == 2000;  // a receiver gives the service away a second later
  CHECK((verdict_on(*report.streams[1].shown) == cli::Shown::NotShown) == is_taken);
  CHECK(contains(first_page_text(report), "NOT SHOWN") == is_taken);
}

TEST_CASE("a capture from within a stream blames nobody for what is refused before its first configuration",
          "[parser]") {
  CaptureBuilder capture;
  for (int i = 100; i < 600; ++i) capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
  const TemporaryFile file(capture.octets());
  const auto report = analyse({.files = {file.path()}});
  CHECK(report.shown == cli::Shown::Marginal);
  CHECK(contains(unwrapped(first_page_text(report)), "first configuration"));
  CHECK_FALSE(contains(first_page_text(report), "routing bit"));
}

TEST_CASE("a finding about the capture makes the file marginal, and no stream", "[parser]") {
  auto report = report_with_loss(0);
  report.findings.push_back({FindingKind::FileEndsEarly, "cut"});
  judge_shown(report);
  CHECK(report.shown == cli::Shown::Marginal);
  CHECK(verdict_on(*report.streams.front().shown) == cli::Shown::Clean);
  CHECK(contains(first_page_text(report), "1 finding\n  - cut\n"));
}

TEST_CASE("of many streams the worst come first, and in full", "[parser]") {
  auto report = report_with_loss(0);
  report.streams.resize(20, report.streams.front());
  report.streams[17] = report_with_loss(3).streams.front();
  const auto text = first_page_text(report);
  CHECK(contains(text, "20 streams: 1 FLICKERS, 19 SHOWN CLEAN"));
  CHECK(text.find("Stream 18: ") < text.find("Stream 1: "));
  CHECK(count_of(text, "\n  dark ") == 8);
  CHECK(count_of(text, "wave:") == 12);
}

TEST_CASE("without streams the first page says so", "[parser]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kClient, kServer, packet(wire::Command::ScanRequest, 0));
  const TemporaryFile file(capture.octets());
  const auto report = analyse({.files = {file.path()}});
  CHECK_FALSE(report.shown);
  CHECK(contains(first_page_text(report), ": NO LASER STREAM TO JUDGE\n"));
  CHECK(json_of(report)["shown"].is_null());
}

TEST_CASE("the datagrams around a moment are listed, ten before and ten from it on", "[parser]") {
  const auto report = report_with_loss(3, true);
  const auto text = moment_text(report, kStart + 503ms);
  CAPTURE(text);
  CHECK(contains(text, "datagrams around 0.503000 s, 2023-11-14T22:13:20.503000000Z"));
  CHECK(count_of(text, "\n  4") + count_of(text, "\n  5") == 20);
  CHECK(contains(text,
                 "\n  501     0.503000       503      1000          -         -         0  after a loss\n"));
  CHECK(count_of(text, "after a loss") == 1);
}

TEST_CASE("the page begins with the verdict, and folds the rest", "[parser]") {
  const auto page = to_html(report_with_loss(3));
  const auto badge = page.find("<p class=\"badge shown2\">FLICKERS</p>");
  const auto rest = page.find("<details>\n<summary>All measurements</summary>");
  CHECK(badge < page.find("<h2>"));
  CHECK(rest != std::string::npos);
  CHECK(badge < rest);
  CHECK(page.find("<rect class=\"shown2\"") < rest);
  CHECK(page.find("<td>average offset</td>") > rest);
  CHECK(contains(page, "<meta name=\"viewport\""));
  CHECK(contains(page, "prefers-color-scheme: dark"));
}

TEST_CASE("JSON has the verdict with its numbers", "[parser]") {
  const auto json = json_of(report_with_loss(3));
  CHECK(json["shown"] == "FLICKERS");
  const auto& shown = json["streams"][0]["shown"];
  CHECK(shown["verdict"] == "FLICKERS");
  CHECK(shown["buffer_us"] == 40'000.0);
  CHECK(shown["dark_us"] == 3000.0);
  CHECK(shown["dark_times"]["lost"] == 1);
  CHECK(shown["longest_dark"]["length_us"] == 3000.0);
  CHECK(shown["least_left_us"] == 40'000.0);
}
