// SPDX-License-Identifier: MIT
#include "sender/doctor/median_interval.hpp"

#include <numeric>

#include "support/catch.hpp"

using idn::sender::doctor::median_interval;
using idn::sender::doctor::MedianInterval;

namespace {

/// The interval for the values 1, 2, .. n, so that values equal ranks; passed in descending order.
MedianInterval of_first(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.rbegin(), values.rend(), 1.0);
  return median_interval(values);
}

void check_ranks(int n, double middle, double low, double high) {
  CAPTURE(n);
  const MedianInterval interval = of_first(n);
  CHECK(interval.median == middle);
  CHECK(interval.low == low);
  CHECK(interval.high == high);
}

}  // namespace

// Ranks computed with exact fractions in Python; for 5 and 7 values also from all 5^5 and 7^7 resamples.
TEST_CASE("the interval of a median has the ends that all resamples give", "[sender]") {
  check_ranks(1, 1, 1, 1);
  check_ranks(2, 1, 1, 2);
  check_ranks(3, 2, 1, 3);
  check_ranks(5, 3, 1, 5);
  check_ranks(7, 4, 2, 6);
  check_ranks(8, 4, 2, 7);
  check_ranks(9, 5, 2, 8);
  check_ranks(11, 6, 3, 9);
  check_ranks(21, 11, 7, 15);
  check_ranks(40, 20, 14, 26);
  check_ranks(101, 51, 41, 61);
}

TEST_CASE("many rounds do not exhaust numbers", "[sender]") {
  const MedianInterval interval = of_first(5001);
  CHECK(interval.median == 2501);
  CHECK(interval.low > 2400);
  CHECK(interval.low < 2450);
  CHECK(interval.high < 2600);
  CHECK(interval.high > 2550);
}

TEST_CASE("only an interval on one side of zero tells a difference", "[sender]") {
  CHECK(median_interval({1, 2, 3}).excludes_zero());
  CHECK(median_interval({-1, -2, -3}).excludes_zero());
  CHECK_FALSE(median_interval({-1, 2, 3}).excludes_zero());
  CHECK_FALSE(median_interval({0, 2, 3}).excludes_zero());
  // One outlier of any size among nine values makes no difference.
  CHECK(median_interval({-1e9, 2, 3, 4, 5, 6, 7, 8, 9}).excludes_zero());
}
