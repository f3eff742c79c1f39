// SPDX-License-Identifier: MIT
// A stream of 1 ms chunks in windows of 1 s, with faults in known windows.
#include "idn_parser/report/windows.hpp"

#include <nlohmann/json.hpp>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

class WatchedStream {
 public:
  WatchedStream& send(int i, Duration later = {}) {
    capture_.datagram(kStart + i * 1ms + later, kClient, kServer, wave_datagram(i));
    return *this;
  }
  WatchedStream& send_regular(int first, int last) {
    for (int i = first; i < last; ++i) send(i);
    return *this;
  }
  Report report(std::optional<Duration> window = 1s) const {
    const TemporaryFile file(capture_.octets());
    return analyse({.files = {file.path()}, .window = window});
  }
  std::vector<WindowFacts> windows() const { return *report().streams.at(0).windows; }

 private:
  CaptureBuilder capture_;
};

}  // namespace

TEST_CASE("every datagram and every offset is in one window, and their times add up", "[parser]") {
  const auto report = WatchedStream().send_regular(0, 2500).report();
  const auto& windows = *report.streams.at(0).windows;
  REQUIRE(windows.size() == 3);
  CHECK(windows[0].summary.datagrams == 1000);
  CHECK(windows[1].summary.datagrams == 1000);
  CHECK(windows[2].summary.datagrams == 500);
  CHECK(windows[0].summary.offsets->count == 999);
  CHECK(windows[1].summary.offsets->count == 1000);
  CHECK(windows[2].summary.offsets->count == 500);
  CHECK(windows[1].begin == kStart + 1s);
  CHECK(windows[1].first.packet_number == 1001);
  CHECK(windows[1].summary.display == 1s);
  CHECK(windows[1].summary.fill.value() == Near{1});
  CHECK(windows[0].summary.measured + windows[1].summary.measured + windows[2].summary.measured ==
        report.streams[0].summary.measured);
}

TEST_CASE("what happens between two windows belongs to the later one", "[parser]") {
  const auto windows =
      WatchedStream().send_regular(0, 1000).send(1000, 300us).send_regular(1001, 2000).windows();
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].summary.target->peak_period_jitter == Micros(0));
  CHECK(windows[1].summary.target->peak_period_jitter == Micros(300));
  CHECK(windows[1].summary.offsets->count == 1000);
  CHECK(windows[1].deviations->p99 == Micros(0));
}

TEST_CASE("a loss is counted where it is noticed, and not where its datagram comes late", "[parser]") {
  const auto lossy =
      WatchedStream().send_regular(0, 500).send_regular(503, 1990).send_regular(2010, 3000).windows();
  REQUIRE(lossy.size() == 3);
  CHECK(lossy[0].lost == 3);
  CHECK(lossy[1].lost == 0);
  CHECK(lossy[2].lost == 20);
  CHECK(lossy[2].summary.excluded.loss == 1);

  const auto late =
      WatchedStream().send_regular(0, 998).send(999).send(998, 3ms).send_regular(1002, 1500).windows();
  REQUIRE(late.size() == 2);
  CHECK(late[1].summary.late == 1);
  // 1000 and 1001 are missing; 998 arrives only in the second window.
  CHECK(late[0].lost + late[1].lost == 2);
  CHECK(late[0].lost >= 0);
}

TEST_CASE("what comes late in the next window was not lost in the one before", "[parser]") {
  const auto windows = WatchedStream()
                           .send_regular(0, 998)
                           .send(999)
                           .send(1000)
                           .send(998, 3ms)
                           .send_regular(1001, 1500)
                           .windows();
  REQUIRE(windows.size() == 2);
  CHECK(windows[1].summary.late == 1);
  CHECK(windows[0].lost == 0);
  CHECK(windows[1].lost == 0);
}

TEST_CASE("the first offset of a window begins at the last datagram in order", "[parser]") {
  const auto windows =
      WatchedStream().send_regular(0, 998).send(999).send(998, 1500us).send_regular(1000, 1500).windows();
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].summary.late == 1);
  CHECK(windows[1].summary.offsets->count == 500);
  CHECK(windows[1].summary.target->peak_period_jitter == Micros(0));
}

TEST_CASE("a window knows nothing of the one before", "[parser]") {
  const auto windows = WatchedStream().send_regular(0, 500).send(500, 300us).send_regular(501, 1500).windows();
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].summary.target->peak_period_jitter == Micros(300));
  CHECK(windows[1].summary.target->peak_period_jitter == Micros(0));
  CHECK(windows[0].summary.samples == 100'000);
  CHECK(windows[1].summary.samples == 50'000);
}

TEST_CASE("a window in which nothing came has no facts", "[parser]") {
  const auto windows = WatchedStream().send_regular(0, 500).send_regular(3200, 3500).windows();
  REQUIRE(windows.size() == 2);
  CHECK(windows[1].begin == kStart + 3s);
  CHECK(windows[1].summary.datagrams == 300);
}

TEST_CASE("each window is judged by limits, but for its own size", "[parser]") {
  WatchedStream stream;
  stream.send_regular(0, 1500).send(1500, 400us).send_regular(1501, 3000);
  const auto limits =
      read_limits("[min]\ndatagrams = 3000\nmeasured_s = 2.5\n[max]\npeak_period_jitter_us = 300\n",
                  "limits.toml", stream_metrics());
  auto report = stream.report();
  const auto before = report.findings.size();
  judge_windows(limits, report);
  const auto& windows = *report.streams.at(0).windows;
  REQUIRE(windows.size() == 3);
  CHECK(windows[0].broken_limits == 0);
  CHECK(windows[1].broken_limits == 1);
  CHECK(windows[2].broken_limits == 0);
  REQUIRE(report.findings.size() == before + 1);
  CHECK(contains(report.findings.back().text, "window at 1.000000 s: peak_period_jitter_us 400 is above"));

  const auto json = windows_json(report.streams[0]);
  REQUIRE(json.size() == 3);
  CHECK(json[1]["limits_broken"] == 1);
  CHECK(json[1]["begin_unix_ns"] == (kStart + 1s).count());
  CHECK(json[1]["target"]["peak_period_jitter_us"] == 400.0);
  const auto text = windows_text(report, report.streams[0]);
  CHECK(contains(text, "from s"));
  CHECK(contains(text, "broken"));
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    CHECK(text.find('\n', at) - at <= 80);
}

TEST_CASE("a window is not judged by what it cannot tell", "[parser]") {
  // A lone datagram has no offset.
  auto report = WatchedStream().send(0).send_regular(1900, 3000).report();
  const auto before = report.findings.size();
  judge_windows(read_limits("[max]\ndeviation_p99_us = 100\n", "limits.toml", stream_metrics()), report);
  const auto& windows = *report.streams.at(0).windows;
  REQUIRE(windows.size() == 3);
  REQUIRE_FALSE(windows[0].deviations);
  REQUIRE(windows[2].deviations);
  for (const auto& window : windows) CHECK(window.broken_limits == 0);
  CHECK(report.findings.size() == before);
}

TEST_CASE("without a length there are no windows", "[parser]") {
  const auto report = WatchedStream().send_regular(0, 10).report(std::nullopt);
  CHECK_FALSE(report.streams.at(0).windows);
  CHECK(windows_json(report.streams[0]).is_null());
  CHECK(windows_text(report, report.streams[0]).empty());
}
