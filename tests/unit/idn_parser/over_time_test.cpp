// SPDX-License-Identifier: MIT
// Lateness over time, with expected values computed by hand from the definition.
#include "idn_parser/measure/over_time.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/plot/plots.hpp"
#include "idn_parser/report/html.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"
#include "support/repeats.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;
using analysis::AxisCause;
using analysis::SampleDatagram;
using std::chrono::microseconds;

namespace {

constexpr Duration kWidth{1 << LatenessSeries::kFirstShift};
constexpr analysis::AxisPlace kFirstAxis{1, AxisCause::Start};
/// Datagrams of an hour at 1 kHz; under sanitizers of seven and a half minutes.
constexpr int kHour = repeats(3'600'000, 450'000);

SampleDatagram chunk(Duration arrival, microseconds media, ArrivalOrder order = ArrivalOrder::InOrder) {
  return {.arrival = arrival, .media = media, .duration = 1ms, .order = order};
}

/// Arrival of datagram `i` of a 1 kHz sender that is 500 ppm slow.
Duration slow_arrival(int i) {
  return kStart + i * 1'000'500ns;
}

std::vector<LatenessPoint> points_of(const LatenessFacts& facts) {
  REQUIRE(facts.axes.size() == 1);
  return facts.axes[0].points;
}

std::int64_t lost_in(const std::vector<ErrorPoint>& points) {
  std::int64_t lost = 0;
  for (const auto& point : points) lost += point.errors.lost;
  return lost;
}

/// Small datagrams at 1 kHz that arrive `later` than their timestamps.
class SlimCapture {
 public:
  SlimCapture& send(int number, Duration later = {}, std::int64_t ahead_us = 0, bool is_dark = false) {
    capture_.datagram(kStart + number * 1ms + later, kClient, kServer,
                      datagram(static_cast<std::uint16_t>(number), {.timestamp_us = number * 1000 + ahead_us,
                                                                    .sample_octets = 7,
                                                                    .is_dark = is_dark,
                                                                    .has_config = number % 200 == 0}));
    return *this;
  }
  SlimCapture& send_regular(int first, int last) {
    for (int i = first; i < last; ++i) send(i);
    return *this;
  }
  Report report(bool watches = true) const {
    const TemporaryFile file(capture_.octets());
    return analyse({.files = {file.path()}, .window = 1s, .record_over_time = watches});
  }

 private:
  CaptureBuilder capture_;
};

/// The number after `text` in a page.
double number_behind(const std::string& page, const std::string& text) {
  const auto at = page.find(text);
  REQUIRE(at != std::string::npos);
  return std::stod(page.substr(at + text.size()));
}

}  // namespace

TEST_CASE("a point has the earliest, the latest and the mean in order of its stretch", "[parser]") {
  LatenessSeries series;
  const Duration start = 1000 * kWidth;
  series.add(kFirstAxis, chunk(start, 0us));
  series.add(kFirstAxis, chunk(start + 500us, 400us));                       // 100 us later than the first
  series.add(kFirstAxis, chunk(start + 1050us, 1000us));                     // 50 us
  series.add(kFirstAxis, chunk(start + 1150us, 250us, ArrivalOrder::Late));  // 900 us
  series.add(kFirstAxis, chunk(start + 3 * kWidth + 1000ns, 3145728ns / 1us * 1us));  // 1.728 us
  const auto facts = series.facts(0);
  const auto points = points_of(facts);
  REQUIRE(points.size() == 3);
  // The mean of 0, 100, 50 and 1.728 us is 37.932 us.
  CHECK(points[0].begin == start);
  CHECK(points[0].min == -37'932ns);
  CHECK(points[0].max == 62'068ns);
  CHECK(points[0].mean == 12'068ns);
  CHECK(points[1].begin == start + kWidth);
  CHECK(points[1].min == 12'068ns);
  CHECK(points[1].max == 862'068ns);
  CHECK(points[1].mean == 12'068ns);
  CHECK(points[2].begin == start + 3 * kWidth);
  CHECK(points[2].max == -36'204ns);
  CHECK(facts.width == kWidth);
  CHECK(facts.error == 0ns);
  CHECK(facts.hidden_axes == 0);
}

TEST_CASE("of a stall of 30 ms at 500 ppm of drift the stall is left", "[parser]") {
  LatenessSeries series;
  for (int i = 0; i < 10'000; ++i) {
    const bool is_stalled = i >= 5000 && i < 5030;
    series.add(kFirstAxis, chunk(slow_arrival(is_stalled ? 5030 : i), i * 1ms));
  }
  const auto facts = series.facts(500);
  // 30 datagrams wait for 30, 29 .. 1 periods: 465 * 1 000 500 ns in all, 46 523.25 ns on average of 10 000
  // datagrams.
  const auto points = points_of(facts);
  CHECK(std::ranges::max(points, {}, &LatenessPoint::max).max == 29'968'477ns);
  int others = 0;
  for (const auto& point : points)
    if (point.max < 900us) {
      ++others;
      CHECK(point.min == -46'523ns);
      CHECK(point.max == -46'523ns);
      CHECK(point.mean == -46'523ns);
    }
  // About 10 s in points of 2^23 ns; for 29 ms nothing arrives.
  CHECK(facts.width == 8'388'608ns);
  CHECK(others >= 1186);
  CHECK(others <= 1190);
  CHECK(facts.error < 50us);
}

/// A datagram as sent; times in ns, media time since the first datagram.
struct Sent {
  Duration arrival;
  double lateness;
  double media;
};

/// Compares the points of a series with those computed from all its datagrams.
class ComparedSeries {
 public:
  void send(int i, microseconds period, double lateness) {
    const Duration arrival = kStart + i * period + Duration(static_cast<std::int64_t>(lateness));
    series_.add(kFirstAxis, chunk(arrival, i * period));
    sent_.push_back({arrival, lateness, static_cast<double>(Duration(i * period).count())});
  }

  struct Comparison {
    double worst = 0;  ///< largest error of the smallest or largest value of a point
    double error = 0;  ///< the limit of that error that the series reports
    double range = 0;  ///< largest absolute value
  };
  Comparison with_removed(double ppm) const {
    const auto facts = series_.facts(ppm);
    const auto value_of = [&](const Sent& one) { return one.lateness - ppm * 1e-6 * one.media; };
    double mean = 0;
    for (const Sent& one : sent_) mean += value_of(one) / static_cast<double>(sent_.size());
    auto next = sent_.begin();
    Comparison compared{.error = static_cast<double>(facts.error.count())};
    for (const auto& point : points_of(facts)) {
      double least = 1e18, most = -1e18;
      for (; next != sent_.end() && next->arrival < point.begin + facts.width; ++next) {
        least = std::min(least, value_of(*next) - mean);
        most = std::max(most, value_of(*next) - mean);
      }
      const auto min = static_cast<double>(point.min.count()), max = static_cast<double>(point.max.count());
      CHECK(min >= least - 1);
      CHECK(max <= most + 1);
      compared.worst = std::max({compared.worst, min - least, most - max});
      compared.range = std::max({compared.range, std::abs(least), std::abs(most)});
    }
    CHECK(next == sent_.end());
    return compared;
  }

 private:
  LatenessSeries series_;
  std::vector<Sent> sent_;
};

TEST_CASE("no smallest or largest is off by more than the series says", "[parser]") {
  std::mt19937 random(20261122);
  std::normal_distribution<double> step(0, 4'000), noise(0, 60'000);
  ComparedSeries series;
  double wander = 0;
  for (int i = 0; i < 60'000; ++i) {
    wander += step(random);
    series.send(i, 1ms, std::round(i * 500.0 + wander + std::abs(noise(random))));
  }
  // The right slope, one that differs a little, and one that the series cannot have expected.
  for (const double ppm : {500.0, 520.0, -200.0}) {
    const auto compared = series.with_removed(ppm);
    CHECK(compared.worst <= compared.error + 1);
    // Less than a pixel of a figure that is 308 high.
    if (ppm > 0) CHECK(compared.error < 2 * compared.range / 308);
  }
}

TEST_CASE("what widening may have cost is not forgotten", "[parser]") {
  std::mt19937 random(20261123);
  std::uniform_real_distribution<double> noise(0, 2'000);
  ComparedSeries series;
  // Ten datagrams per point, until there are too many points. Up to then the series has not learned of the 2000
  // ppm.
  for (int i = 0; i < 23'000; ++i) series.send(i, 100us, std::round(i * 200.0 + noise(random)));
  const auto compared = series.with_removed(2000);
  CHECK(compared.worst > 500);
  CHECK(compared.worst <= compared.error + 1);
  CHECK(compared.error < 2'200);  // 2000 ppm of the first width
}

TEST_CASE("an hour takes no more points than two seconds, and hours of nothing none", "[parser]") {
  LatenessSeries series;
  for (int i = 0; i < kHour; ++i) series.add(kFirstAxis, chunk(slow_arrival(i), i * 1ms));
  const auto facts = series.facts(500);
  const auto points = points_of(facts);
  CHECK(points.size() <= LatenessSeries::kMostPoints);
  CHECK(points.size() > LatenessSeries::kMostPoints / 2);
  CHECK(facts.width == Duration(repeats(std::int64_t{1} << 31, std::int64_t{1} << 28)));
  CHECK(facts.error < 2us);
  for (const auto& point : points) CHECK(point.max - point.min <= 1ns);

  LatenessSeries sparse;
  for (int i = 0; i < 5000; ++i) sparse.add(kFirstAxis, chunk(kStart + i * 1h, i * 1h));
  CHECK(points_of(sparse.facts(0)).size() <= LatenessSeries::kMostPoints);
}

TEST_CASE("each time axis has a curve about its own mean, a wrong timestamp has none", "[parser]") {
  LatenessSeries series;
  const auto at = [](int i) { return kStart + i * 1ms; };
  for (int i = 0; i < 4; ++i) series.add(kFirstAxis, chunk(at(i), i * 1ms));
  series.add({2, AxisCause::Step}, chunk(at(4), 9s));  // the only one on its axis
  for (int i = 5; i < 8; ++i) series.add(kFirstAxis, chunk(at(i), i * 1ms));
  series.add({3, AxisCause::Closed}, chunk(at(8), 100ms));  // the only one on its axis
  for (int i = 9; i < 12; ++i)
    series.add({4, AxisCause::CaptureClock}, chunk(at(i) - 5s, i * 1ms + (i - 9) * 1us));
  const auto facts = series.facts(0);
  REQUIRE(facts.axes.size() == 2);
  CHECK(facts.axes[0].cause == AxisCause::Start);
  CHECK(facts.axes[0].points.size() == 7);
  for (const auto& point : facts.axes[0].points) CHECK(point.max == 0ns);
  CHECK(facts.axes[1].cause == AxisCause::CaptureClock);
  CHECK(facts.axes[1].begin == at(9) - 5s);
  REQUIRE(facts.axes[1].points.size() == 3);
  CHECK(facts.axes[1].points[0].mean == 1us);
  CHECK(facts.axes[1].points[2].mean == -1us);
}

TEST_CASE("more time axes than are kept are counted", "[parser]") {
  LatenessSeries series;
  for (int i = 0; i < 2000; ++i) {
    const analysis::AxisPlace place{static_cast<std::uint64_t>(i / 4 + 1), AxisCause::Restart};
    series.add(place, chunk(kStart + i * 1ms, i * 1ms));
  }
  const auto facts = series.facts(0);
  CHECK(facts.axes.size() == LatenessSeries::kMostAxes);
  CHECK(facts.hidden_axes == 500 - LatenessSeries::kMostAxes);
}

TEST_CASE("troubles are where they happened, and what came late is not lost", "[parser]") {
  SlimCapture capture;
  capture.send_regular(0, 500).send_regular(503, 1000).send(1001).send(1003).send(1000, 4500us).send(1002, 5ms);
  for (int i = 1004; i < 1500; ++i) capture.send(i, 10ms);
  capture.send(1500, 10ms, 9'000'000);  // a wrong timestamp
  for (int i = 1501; i < 2000; ++i) capture.send(i, 10ms);
  for (int i = 2000; i < 3000; ++i) capture.send(i, 40ms, 30'000);  // 30 ms of media time skipped
  const auto report = capture.report();
  const auto& facts = *report.streams.at(0).over_time;
  ErrorCounts all;
  for (const auto& [begin, errors] : facts.errors) {
    all += errors;
    if (errors.lost > 0) {
      CHECK(begin <= kStart + 503ms);
      CHECK(begin + facts.error_width > kStart + 503ms);
    }
    if (errors.dark_gaps > 0) CHECK(begin + facts.error_width > kStart + 2040ms);
    if (errors.outliers > 0) CHECK(begin <= kStart + 1510ms);
  }
  CHECK(all.lost == 3);
  CHECK(all.lost == static_cast<std::int64_t>(report.connections.at(0).counts.numbers.lost));
  CHECK(all.late == 2);
  CHECK(all.outliers == 1);
  CHECK(all.dark_gaps == 1);
  CHECK(all.dark == 30ms);
  CHECK(facts.capture_begin == kStart);
}

TEST_CASE("what came late behind the last datagram of a stream is not lost either", "[parser]") {
  OverTime over_time;
  over_time.add(kFirstAxis, chunk(kStart, 0us), 7);  // 7 lost before this stream
  over_time.add(kFirstAxis, chunk(kStart + 3ms, 3ms, ArrivalOrder::AfterLoss), 9);
  CHECK(lost_in(over_time.facts(0, kStart, 9).errors) == 2);
  CHECK(lost_in(over_time.facts(0, kStart, 8).errors) == 1);
}

TEST_CASE("more troubles than fit are summed", "[parser]") {
  ErrorSeries series;
  for (int i = 0; i < 100'000; ++i) series.add(kStart + i * 10ms, {.lost = 2, .late = 1});
  CHECK(series.points().size() <= ErrorSeries::kMostPoints);
  CHECK(series.points().size() > ErrorSeries::kMostPoints / 2);
  CHECK(lost_in(series.points()) == 200'000);
  series.subtract_lost(3);
  CHECK(lost_in(series.points()) == 199'997);
  const auto last = series.points().back().errors;
  CHECK(last.lost == 2 * static_cast<std::int64_t>(last.late) - 3);
}

TEST_CASE("the page shows lateness over time with its marks, where it was watched", "[parser]") {
  SlimCapture capture;
  capture.send_regular(0, 2000).send_regular(2010, 4000);
  for (int i = 4000; i < 4030; ++i) capture.send(i, (4030 - i) * 1ms);
  capture.send_regular(4030, 6000);
  const auto report = capture.report();
  const auto page = to_html(report);
  CHECK(contains(page, "aria-label=\"Arrival less media time over the capture\""));
  CHECK(contains(page, ">Arrival less media time (ms)</text>"));
  CHECK(contains(page, ">Time since the first packet of the capture (s)</text>"));
  CHECK(number_behind(page, "<title>10 lost within ") <= 2.010);
  CHECK(contains(page, ">lost</text>"));
  // In 90 % of the points lateness is only the mean caused by the stall, 0.078 ms; 30 ms are far more.
  for (const char* label : {">0</text>", ">0.1</text>", ">1</text>", ">10</text>"})
    CHECK(contains(page, label));
  CHECK_FALSE(contains(lateness_svg(plot_facts(report, report.streams[0])), ">20</text>"));
  for (const char* absent :
       {">late</text>", ">dark</text>", ">new axis</text>", "class=\"cut\"", "class=\"pause\""})
    CHECK_FALSE(contains(page, absent));
  for (const char* wrong : {"nan", "inf", "\"-"})
    CHECK_FALSE(contains(lateness_svg(plot_facts(report, report.streams[0])), wrong));
  CHECK_FALSE(capture.report(false).streams.at(0).over_time);
  CHECK_FALSE(contains(to_html(capture.report(false)), "over the capture\""));
}

TEST_CASE("a clock that was set breaks the curve, a pause is grey", "[parser]") {
  SlimCapture capture;
  capture.send_regular(0, 1000);
  for (int i = 1000; i < 2000; ++i) capture.send(i, 5s, 0, i == 1999);
  for (int i = 2000; i < 3000; ++i) capture.send(i, 7s, 2'000'000);
  capture.send(2999, 7s + 500us, 2'000'000);
  const auto report = capture.report();
  const auto svg = lateness_svg(plot_facts(report, report.streams.at(0)));
  CHECK(contains(svg, "<title>capture clock at 6.000000 s, set by +5000.000 ms</title>"));
  CHECK(contains(svg, "<title>2000.000 ms until 9.000000 s</title>"));
  CHECK(contains(svg, "<title>number 2999 repeated at 9.999500 s</title>"));
  CHECK(count_of(svg, "class=\"cut\"") == 1);
  CHECK_FALSE(contains(svg, ">dark</text>"));
  CHECK(count_of(svg, "<rect class=\"pause\"") == 1);
  CHECK(count_of(svg, "class=\"mean\"") == 3);
  CHECK(count_of(svg, "class=\"range\"") == 2);
}

TEST_CASE("the page has the windows as a table", "[parser]") {
  auto report = SlimCapture().send_regular(0, 1500).send(1500, 400us).send_regular(1501, 2500).report();
  const auto page = to_html(report);
  CHECK(contains(page, "<h3>Windows</h3>"));
  CHECK(contains(page, "<tr><th>from s</th><th class=\"value\">datagrams</th>"));
  CHECK(contains(page, "<tr><td>1.000</td><td class=\"value\">1000</td><td class=\"value\">0</td>"));
  report.streams[0].windows.reset();
  CHECK_FALSE(contains(to_html(report), "Windows"));
}

TEST_CASE("a page of an hour at 1 kHz with troubles all along stays under 2 MB", "[parser]") {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 50'000);
  OverTime over_time;
  auto report = SlimCapture().send_regular(0, 2000).report();
  auto& stream = report.streams.at(0);
  std::uint64_t lost = 0;  // so far
  for (int i = 0; i < kHour; ++i) {
    const Duration arrival = slow_arrival(i) + Duration(std::llround(noise(random)));
    const bool is_after_loss = i % 100 == 99;
    const auto skipped = (i + 50) / 500 * 10us;
    if (is_after_loss) lost += 2;
    over_time.add(
        kFirstAxis,
        chunk(arrival, i * 1ms + skipped, is_after_loss ? ArrivalOrder::AfterLoss : ArrivalOrder::InOrder),
        lost);
    if (i % 300 == 150) {
      --lost;
      over_time.add(kFirstAxis, chunk(arrival + 10us, (i - 2) * 1ms, ArrivalOrder::Late), lost);
    }
    stream.offsets_over_time.add(arrival, 1ms + Duration(std::llround(noise(random))));
  }
  stream.over_time = over_time.facts(500, kStart, lost);
  CHECK(lost_in(stream.over_time->errors) == static_cast<std::int64_t>(lost));
  const auto window = stream.windows->front();
  stream.windows->assign(3600, window);
  for (int i = 0; i < 3600; ++i) (*stream.windows)[i].begin = kStart + i * 1s;
  const auto page = to_html(report);
  for (const char* lane : {">lost</text>", ">late</text>", ">dark</text>"}) CHECK(contains(page, lane));
  CHECK(page.size() < 2'000'000);
  CHECK(lateness_svg(plot_facts(report, stream)).size() < 600'000);
}
