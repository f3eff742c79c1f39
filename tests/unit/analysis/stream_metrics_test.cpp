// SPDX-License-Identifier: MIT
#include "idn/analysis/stream_metrics.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::SampleDatagram;
using idn::analysis::StreamMetrics;
using idn::test::Near;
using std::chrono::microseconds;

namespace {

/// A datagram of 100 samples and 1 ms of media, number `i` of its stream.
SampleDatagram chunk(int i, Duration arrival) {
  return {.arrival = arrival, .media = microseconds(i * 1000), .duration = 1ms, .samples = 100};
}

}  // namespace

TEST_CASE("a perfect stream is on target without jitter", "[analysis]") {
  StreamMetrics metrics;
  for (int i = 0; i <= 1000; ++i) metrics.add(chunk(i, 3s + i * 1ms));
  const auto summary = metrics.summary();
  CHECK(summary.datagrams == 1001);
  CHECK(summary.samples == 100'100);
  CHECK(summary.measured == 1s);
  CHECK(summary.display == 1001ms);
  CHECK(summary.expected.count() == 1000);
  REQUIRE(summary.offsets);
  REQUIRE(summary.target);
  CHECK(summary.offsets->average.count() == 1000);
  CHECK(summary.offsets->min.count() == 1000);
  CHECK(summary.offsets->max.count() == 1000);
  CHECK(summary.target->on_target_share == 1);
  CHECK(summary.target->peak_period_jitter.count() == 0);
  CHECK(summary.target->rate_error_ppm == 0);
  REQUIRE(summary.clock);
  CHECK(summary.clock->long_term_jitter.count() == 0);
  CHECK(summary.clock->smallest_buffer.value() == 0);
  CHECK(summary.clock->drift_ppm.value() == Near{0});
}

TEST_CASE("every number follows its definition", "[analysis]") {
  // Arrivals at 0, 950, 2250, 3050 us of chunks due at 0, 1000, 2000, 3000 us: offsets 950, 1300, 800; lateness
  // 0, -50, +250, +50.
  StreamMetrics metrics;
  CHECK_FALSE(metrics.add(chunk(0, 0us)).has_value());
  CHECK(metrics.add(chunk(1, 950us)) == Duration(950us));
  CHECK(metrics.add(chunk(2, 2250us)) == Duration(1300us));
  CHECK(metrics.add(chunk(3, 3050us)) == Duration(800us));
  const auto summary = metrics.summary();
  REQUIRE(summary.offsets);
  REQUIRE(summary.target);
  CHECK(summary.offsets->average.count() == Near{3050.0 / 3});
  CHECK(summary.offsets->min.count() == Near{800});
  CHECK(summary.offsets->max.count() == Near{1300});
  CHECK(summary.target->on_target_share == Near{1.0 / 3});
  CHECK(summary.target->peak_period_jitter.count() == Near{300});
  CHECK(summary.target->rate_error_ppm == Near{(3050.0 / 3 - 1000) / 1000 * 1e6});
  REQUIRE(summary.clock);
  CHECK(summary.clock->long_term_jitter.count() == Near{150});
  CHECK(summary.clock->smallest_buffer.value() == Near{0.3});
  CHECK(summary.clock->start_delay.count() == Near{250});
  // Around the means of 1500 and 62.5: 93'750 + 56'250 + 93'750 - 18'750 = 225'000 over 5'000'000.
  CHECK(summary.clock->drift_ppm.value() == Near{45'000});
}

TEST_CASE("datagrams that arrive out of order give negative offsets and nothing breaks", "[analysis]") {
  StreamMetrics metrics;
  metrics.add(chunk(0, 10ms));
  CHECK(metrics.add(chunk(2, 12ms)) == Duration(2ms));
  CHECK(metrics.add(chunk(1, 11ms)) == Duration(-1ms));
  CHECK(metrics.add(chunk(3, 13ms)) == Duration(2ms));
  const auto summary = metrics.summary();
  REQUIRE(summary.offsets);
  REQUIRE(summary.target);
  CHECK(summary.offsets->min.count() == Near{-1000});
  CHECK(summary.offsets->average.count() == Near{1000});
  CHECK(summary.target->peak_period_jitter.count() == Near{2000});
  CHECK(metrics.histogram().count_at(-1000us) == 1);
  CHECK(summary.clock->long_term_jitter.count() == 0);
}

TEST_CASE("a sequel fragment counts as a datagram but brings neither display time nor a timestamp",
          "[analysis]") {
  // Two frames of 40 ms in two fragments each, 20 us apart.
  StreamMetrics metrics;
  for (int frame = 0; frame < 2; ++frame) {
    const Duration arrival = frame * 40ms;
    metrics.add({.arrival = arrival, .media = frame * 40'000us, .duration = 40ms, .samples = 300});
    metrics.add({.arrival = arrival + 20us, .samples = 200});
  }
  const auto summary = metrics.summary();
  CHECK(summary.datagrams == 4);
  CHECK(summary.samples == 1000);
  CHECK(summary.expected.count() == 20'000);
  CHECK(metrics.histogram().count_at(0us) == 2);
  REQUIRE(summary.clock);
  CHECK(summary.clock->long_term_jitter.count() == 0);
}

TEST_CASE("before the first datagrams there are no numbers rather than wrong ones", "[analysis]") {
  StreamMetrics metrics;
  CHECK(metrics.summary().datagrams == 0);
  CHECK(metrics.summary().expected.count() == 0);
  CHECK_FALSE(metrics.summary().offsets.has_value());
  CHECK_FALSE(metrics.summary().clock.has_value());
  metrics.add(chunk(0, 5s));
  CHECK_FALSE(metrics.summary().offsets.has_value());
  CHECK(metrics.summary().clock.has_value());
  CHECK(metrics.summary().measured == 0s);
}

TEST_CASE("without display time there is nothing to compare offsets with", "[analysis]") {
  StreamMetrics metrics;
  for (int i = 0; i < 3; ++i) metrics.add({.arrival = i * 1ms, .media = i * 1000us});
  const auto summary = metrics.summary();
  CHECK(summary.offsets.has_value());
  CHECK_FALSE(summary.target.has_value());
  REQUIRE(summary.clock);
  CHECK_FALSE(summary.clock->smallest_buffer.has_value());
}
