// SPDX-License-Identifier: MIT
#include "idn/analysis/metric_table.hpp"

#include <set>

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace idn;
using namespace idn::analysis;
using namespace std::chrono_literals;
using idn::test::Near;

namespace {

StreamSummary capture(std::uint64_t offsets, Micros average, Micros start_delay) {
  return {
      .datagrams = offsets + 1,
      .late = 1,
      .measured = std::chrono::milliseconds(offsets),
      .display = std::chrono::milliseconds(offsets),
      .fill = 1,
      .expected = average,
      .excluded = {.loss = 2},
      .offsets = OffsetSummary{.count = offsets, .average = average, .min = average / 2, .max = average * 2},
      .target = TargetSummary{.count = offsets, .on_target_share = 0.5, .peak_period_jitter = average},
      .clock = ClockSummary{.start_delay = start_delay, .rate_error_ppm = 3}};
}

StreamSummary merged(const std::vector<StreamSummary>& captures) {
  std::vector<const StreamSummary*> pointers;
  for (const auto& each : captures) pointers.push_back(&each);
  return analysis::merged(pointers);
}

}  // namespace

TEST_CASE("every metric has a name of its own, a place in JSON and a meaning", "[analysis]") {
  std::set<std::string_view> names;
  std::set<std::pair<std::string_view, std::string_view>> places;
  for (const Metric& row : metric_table()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(places.insert({row.group, row.key}).second);
    CHECK_FALSE(row.meaning.empty());
    CHECK((row.value.merge == nullptr) == (row.value.rule == Merge::Apart));
    CHECK(&metric(row.name) == &row);
  }
}

TEST_CASE("a metric has a value if its part of the timing was measured", "[analysis]") {
  const std::set<std::string_view> always{"late_datagrams",  "datagrams", "timestamp_outliers",
                                          "timestamp_jumps", "samples",   "display_us",
                                          "measured_s"};
  Timing all{.summary = capture(10, 1000us, 30us),
             .deviations = DeviationPercentiles{.p50 = 1us, .p99 = 2us, .p99_9 = 3us},
             .rate_error = RateError{.interval = RateError::Interval{}},
             .samples_per_second = 1};
  all.summary.clock->rate_error_bound_ppm = 1;
  all.summary.clock->smallest_buffer = 1;
  all.summary.clock->whole_buffer = 1;
  for (const Metric& row : metric_table()) {
    CAPTURE(row.name);
    CHECK(row.read({}).has_value() == (always.count(row.name) > 0));
    CHECK(row.read(all));
  }
  CHECK(metric("start_delay_us").read(all) == 30);
  CHECK(metric("measured_s").read(all) == 0.01);
  CHECK(metric("display_us").read(all) == 10'000);
  CHECK(metric("left_out_for_loss").read(all) == 2);
}

TEST_CASE("captures are merged by the rule of each metric", "[analysis]") {
  auto first = capture(30, 1000us, 40us), second = capture(10, 2000us, 50us);
  first.target->on_target_share = 1;
  second.target->dark_datagrams = 9;
  second.jumps = 4;
  first.axes = 1;
  second.axes = 2;
  second.paused = 5us;
  const auto all = merged({first, second, StreamSummary{.late = 3, .excluded = {.loss = 1}}});
  CHECK(all.datagrams == 42);
  CHECK(all.late == 5);
  CHECK(all.measured == 40ms);
  CHECK(all.axes == 3);
  CHECK(all.paused == 5us);
  CHECK(all.excluded.loss == 5);
  CHECK(all.offsets->count == 40);
  CHECK(all.offsets->average.count() == Near{1250});
  CHECK(all.offsets->min == 500us);
  CHECK(all.offsets->max == 4000us);
  CHECK(all.expected.count() == Near{1250});
  CHECK(all.target->count == 40);
  CHECK(all.jumps == 4);
  // 31 of the first and 24 of the second: offsets, the late datagram, the dark ones and the jumps.
  CHECK(all.target->on_target_share == Near{(31 + 0.5 * 24) / 55});
  CHECK(all.target->peak_period_jitter == 2000us);
  CHECK(all.clock->start_delay == 50us);
  CHECK_FALSE(all.clock->rate_error_ppm);
  CHECK_FALSE(all.clock->smallest_buffer);
  CHECK_FALSE(all.fill);
}

TEST_CASE("what no capture has is not in the merged one", "[analysis]") {
  const auto all = merged({StreamSummary{}, StreamSummary{}});
  CHECK_FALSE(all.offsets);
  CHECK_FALSE(all.target);
  CHECK_FALSE(all.clock);
}
