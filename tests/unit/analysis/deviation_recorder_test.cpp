// SPDX-License-Identifier: MIT
#include "idn/analysis/deviation_recorder.hpp"

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::DeviationRecorder;
using idn::test::Near;

TEST_CASE("percentiles are deviations that occurred, by nearest rank", "[analysis]") {
  // Deviations 0, 1, .. 999 us, early and late in turn, in a scrambled order.
  DeviationRecorder recorder;
  for (int i = 0; i < 1000; ++i) {
    const int deviation = i * 617 % 1000;
    recorder.add(std::chrono::microseconds(deviation % 2 == 0 ? deviation : -deviation));
  }
  const auto deviations = recorder.percentiles().value();
  CHECK(deviations.p50.count() == Near{499});
  CHECK(deviations.p99.count() == Near{989});
  CHECK(deviations.p99_9.count() == Near{998});
}

TEST_CASE("a single deviation is every percentile, none is none", "[analysis]") {
  DeviationRecorder recorder;
  CHECK_FALSE(recorder.percentiles().has_value());
  recorder.add(-10us);
  const auto deviations = recorder.percentiles().value();
  CHECK(deviations.p50.count() == Near{10});
  CHECK(deviations.p99.count() == Near{10});
  CHECK(deviations.p99_9.count() == Near{10});
}

TEST_CASE("the 99.9th percentile of few is the largest deviation", "[analysis]") {
  DeviationRecorder recorder;
  for (const Duration deviation : {Duration(0us), Duration(1us), Duration(2000us)}) recorder.add(deviation);
  const auto deviations = recorder.percentiles().value();
  CHECK(deviations.p50.count() == Near{1});
  CHECK(deviations.p99_9.count() == Near{2000});
  CHECK(recorder.deviations().size() == 3);
}
