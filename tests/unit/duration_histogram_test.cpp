// SPDX-License-Identifier: MIT
#include "idn/statistics.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/noise.hpp"

using namespace idn;
using namespace std::chrono_literals;

TEST_CASE("a histogram of durations that holds nothing tells zero", "[base]") {
  const DurationHistogram histogram;
  CHECK(histogram.count() == 0);
  CHECK(histogram.longest() == 0ns);
  CHECK(histogram.nearest_rank(0.5) == 0ns);
}

TEST_CASE("percentiles of durations are by nearest rank, to the end of their bucket, and the maximum is exact",
          "[base]") {
  DurationHistogram histogram;
  for (int us = 1; us <= 100; ++us) histogram.add(us * 1us);
  CHECK(histogram.count() == 100);
  CHECK(histogram.nearest_rank(0.5) == 51us);  // the bucket of 50 us ends there
  CHECK(histogram.nearest_rank(0.99) == 100us);
  CHECK(histogram.nearest_rank(1) == 100us);  // limited to the maximum
  CHECK(histogram.nearest_rank(0) == 2us);
  histogram.add(70s, 100);  // beyond the last bucket
  CHECK(histogram.count() == 200);
  CHECK(histogram.nearest_rank(0.5) == 101us);
  CHECK(histogram.longest() == 70s);
  histogram.add(-3ms, 1'000'000);
  CHECK(histogram.nearest_rank(0.9) == 1us);
}

TEST_CASE("no percentile of durations is less than the exact one, nor 0.8 % and a microsecond more", "[base]") {
  test::Noise noise(7);
  DurationHistogram histogram;
  std::vector<Duration> all;
  for (int i = 0; i < 5000; ++i) {
    all.emplace_back(static_cast<std::int64_t>(std::exp(noise.uniform() * 24)));  // 1 ns to 26 s
    histogram.add(all.back());
  }
  std::ranges::sort(all);
  for (const double share : {0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0}) {
    CAPTURE(share);
    const auto rank = static_cast<std::size_t>(std::ceil(share * 5000));
    const Duration exact = all[rank - 1], told = histogram.nearest_rank(share);
    CHECK(told >= exact);
    CHECK(in_micros(told) <= in_micros(exact) * 1.008 + 1);
  }
}
