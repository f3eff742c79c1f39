// SPDX-License-Identifier: MIT
#include "idn/analysis/offset_recorder.hpp"

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::Micros;
using idn::analysis::OffsetRecorder;
using idn::test::Near;

TEST_CASE("percentiles are deviations that occurred, by nearest rank", "[analysis]") {
  // Deviations 0, 1, .. 999 us, early and late in turn, in a scrambled order.
  OffsetRecorder recorder;
  for (int i = 0; i < 1000; ++i) {
    const int deviation = i * 617 % 1000;
    recorder.add(std::chrono::microseconds(5000 + (deviation % 2 == 0 ? deviation : -deviation)));
  }
  const auto deviations = recorder.deviations(Micros(5000)).value();
  CHECK(deviations.p50.count() == Near{499});
  CHECK(deviations.p99.count() == Near{989});
  CHECK(deviations.p99_9.count() == Near{998});
}

TEST_CASE("a single offset is every percentile, none is none", "[analysis]") {
  OffsetRecorder recorder;
  CHECK_FALSE(recorder.deviations(Micros(1000)).has_value());
  recorder.add(990us);
  const auto deviations = recorder.deviations(Micros(1000)).value();
  CHECK(deviations.p50.count() == Near{10});
  CHECK(deviations.p99.count() == Near{10});
  CHECK(deviations.p99_9.count() == Near{10});
}

TEST_CASE("the 99.9th percentile of few offsets is the largest deviation", "[analysis]") {
  OffsetRecorder recorder;
  for (const Duration offset : {Duration(1000us), Duration(1001us), Duration(3000us)}) recorder.add(offset);
  const auto deviations = recorder.deviations(Micros(1000)).value();
  CHECK(deviations.p50.count() == Near{1});
  CHECK(deviations.p99_9.count() == Near{2000});
  CHECK(recorder.offsets().size() == 3);
}
