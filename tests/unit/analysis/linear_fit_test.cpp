// SPDX-License-Identifier: MIT
#include "idn/analysis/rate_error.hpp"

#include "support/catch.hpp"
#include "support/near.hpp"

using idn::analysis::LinearFit;
using idn::test::Near;

TEST_CASE("a line through scattered points has the least-squares slope", "[analysis]") {
  // By hand: mean x 2, mean y 3; sum of dx dy = 1 + 0 + 3 = 4 over sum of dx dx = 1 + 0 + 1 = 2.
  LinearFit fit;
  CHECK_FALSE(fit.slope().has_value());
  fit.add(1, 2);
  CHECK_FALSE(fit.slope().has_value());
  fit.add(2, 1);
  fit.add(3, 6);
  CHECK(fit.slope().value() == Near{2.0});
}

TEST_CASE("points one above the other have no slope", "[analysis]") {
  LinearFit fit;
  fit.add(5, 1);
  fit.add(5, 9);
  CHECK_FALSE(fit.slope().has_value());
}

TEST_CASE("the slope keeps its digits far away from zero", "[analysis]") {
  // x of a day in microseconds: raw sums of squares would exceed the precision of a double.
  LinearFit fit;
  for (int i = 0; i < 1000; ++i) fit.add(8.64e10 + i * 1000.0, 1e6 + i * 0.037);
  CHECK(fit.slope().value() * 1e6 == Near{37, 1e-6});
}
