// SPDX-License-Identifier: MIT
#include "idn/analysis/time_axis.hpp"

#include "analysis/clock_agreement.hpp"

#include <random>

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using namespace idn::analysis;
using idn::test::Near;

TEST_CASE("a hull knows the highest point above any line, in whatever order the points come", "[analysis]") {
  const auto seed = GENERATE(1u, 2u, 3u, 4u, 5u);
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-100, 100);
  UpperHull hull;
  std::vector<std::pair<double, double>> points;
  for (int i = 0; i < 300; ++i) {
    // Mostly ascending; some late, some equal.
    const double x = i % 7 == 0 ? std::floor(any(random)) : i;
    points.emplace_back(x, any(random));
    hull.add(x, points.back().second);
  }
  for (const double slope : {-10.0, -1.0, -0.1, 0.0, 0.3, 2.0, 50.0}) {
    double highest = -1e9;
    for (const auto& [x, y] : points) highest = std::max(highest, y - slope * x);
    CHECK(hull.max_intercept(slope) == Near{highest});
  }
}

TEST_CASE("media time that was paused is no part of an axis", "[analysis]") {
  TimeAxis axis(0ms, 0us);
  axis.add(0ms, 0us, 1ms, 1ms);
  axis.add(1ms, 1ms, 1ms, 1ms);
  axis.pause(2s);
  axis.add(2002ms, 2002ms, 1ms, 1ms);
  CHECK(axis.media_length() == 3ms);
  CHECK(axis.display() == 3ms);
  CHECK(axis.length() == 2002ms);
  CHECK(axis.datagrams() == 3);
}

TEST_CASE("a burst fills the bucket, which drains by the timestamps", "[analysis]") {
  analysis::LeakyBucket bucket;
  for (int i = 0; i < 100; ++i) bucket.add(i * 1ms, 1ms);
  CHECK(bucket.most() == 1);  // each drains before the next one comes
  for (int i = 0; i < 5; ++i) bucket.add(200ms, 1ms);
  CHECK(bucket.most() == 5);
  bucket.add(201ms, 1ms);
  CHECK(bucket.most() == 5);  // 1.1 of them have drained
}

TEST_CASE("the delay factor is the span within 200 ms, not beyond", "[analysis]") {
  analysis::DelayFactor factor;
  for (int i = 0; i < 1000; ++i) factor.add(i * 1ms, i * 1us);  // slow drift: 199 us in 200 ms
  CHECK(factor.largest() == 199us);
  factor.add(1001ms, 3ms);
  factor.add(1002ms, 1ms);
  CHECK(factor.largest() == 2ms);
}

TEST_CASE("one late datagram does not make clocks agree that are apart", "[analysis]") {
  analysis::ClockAgreement clocks;
  int agreed = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto clock = static_cast<std::uint32_t>(i % 2);
    const Duration late = i == 500 ? Duration(100ms) : Duration(0);
    agreed += clocks.take(clock, clock * 1ms + late) ? 1 : 0;
  }
  CHECK(agreed == 1);  // the first one, which has none before it
}

TEST_CASE("clocks that agree do so with the noise of a busy sender", "[analysis]") {
  analysis::ClockAgreement clocks;
  int agreed = 0;
  for (int i = 0; i < 1000; ++i)
    agreed += clocks.take(static_cast<std::uint32_t>(i % 2), (i * 617 % 300) * 1us) ? 1 : 0;
  CHECK(agreed > 950);
}
