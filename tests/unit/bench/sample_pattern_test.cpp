// SPDX-License-Identifier: MIT
#include "bench/sample_pattern.hpp"
#include "support/catch.hpp"

using namespace idn;

TEST_CASE("the pattern is that of the peer program", "[bench]") {
  // sample(9) of tests/interop/pattern.py, without z, which the peer cannot send.
  const auto samples = bench::sample_pattern(10);
  REQUIRE(samples.size() == 10);
  CHECK(samples[9] == LaserSample{.x = 5735,
                                  .y = 20300,
                                  .r = 6940,
                                  .g = 24529,
                                  .b = 36850,
                                  .intensity = 35105,
                                  .u1 = 32,
                                  .u2 = 51,
                                  .u3 = 70,
                                  .x_prime = 107});
}
