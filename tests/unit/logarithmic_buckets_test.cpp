// SPDX-License-Identifier: MIT
#include "idn/statistics.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;

namespace {

template <unsigned kSteps, unsigned kLongest>
void check_buckets() {
  using Buckets = LogarithmicBuckets<kSteps, kLongest>;
  CAPTURE(kSteps);
  CHECK(Buckets::begin_of(0) == 0ns);
  CHECK(Buckets::begin_of(Buckets::kBuckets) == std::chrono::microseconds(1 << kLongest));
  for (std::size_t i = 0; i < Buckets::kBuckets; ++i) {
    const Duration begin = Buckets::begin_of(i), end = Buckets::begin_of(i + 1);
    REQUIRE(Buckets::bucket_of(begin) == i);
    REQUIRE(Buckets::bucket_of(end - 1ns) == i);
    REQUIRE((end - begin == 1us || end - begin <= begin / (1 << kSteps)));
  }
  CHECK(Buckets::bucket_of(-5s) == 0);
  CHECK(Buckets::bucket_of(1h) == Buckets::kBuckets - 1);
}

}  // namespace

TEST_CASE("logarithmic buckets meet, and are as narrow as they have steps per doubling", "[base]") {
  check_buckets<5, 20>();  // of lateness: 3.2 %
  check_buckets<7, 26>();  // of durations: 0.8 %
}
