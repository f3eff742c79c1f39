// SPDX-License-Identifier: MIT
#include "idn/analysis/metric_table.hpp"

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::DeviationRecorder;
using idn::test::Near;

TEST_CASE("percentiles are deviations that occurred, by nearest rank", "[analysis]") {
  // Deviations 0, 1, .. 9999 us, early and late in turn, in a scrambled order.
  DeviationRecorder recorder;
  for (int i = 0; i < 10'000; ++i) {
    const int deviation = i * 6173 % 10'000;
    recorder.add(std::chrono::microseconds(deviation % 2 == 0 ? deviation : -deviation));
  }
  const auto deviations = recorder.percentiles().value();
  CHECK(deviations.p50 == 4999us);
  CHECK(deviations.p99 == 9899us);
  CHECK(deviations.p99_9 == 9989us);
}

TEST_CASE("a percentile takes ten deviations beyond it", "[analysis]") {
  DeviationRecorder recorder;
  CHECK_FALSE(recorder.percentiles().has_value());
  const auto grow_to = [&](std::size_t count) {
    while (recorder.deviations().size() < count) recorder.add(-10us);
    return recorder.percentiles().value();
  };
  CHECK_FALSE(grow_to(19).p50);
  CHECK(grow_to(20).p50 == 10us);
  CHECK_FALSE(grow_to(999).p99);
  CHECK(grow_to(1000).p99 == 10us);
  CHECK_FALSE(grow_to(9999).p99_9);
  CHECK(grow_to(10'000).p99_9 == 10us);
}
