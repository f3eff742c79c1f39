// SPDX-License-Identifier: MIT
#include "idn_server/deviation_histogram.hpp"

#include <random>

#include "idn/analysis/offset_histogram.hpp"
#include "support/catch.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a deviation on an edge counts above it", "[server]") {
  DeviationHistogram histogram;
  for (const Duration deviation : {-100us, 0us, 100us}) histogram.add(deviation);
  const auto below = [&](Duration edge) {
    const auto found = std::ranges::find(DeviationHistogram::kEdges, edge);
    REQUIRE(found != DeviationHistogram::kEdges.end());
    return histogram.below(static_cast<std::size_t>(found - DeviationHistogram::kEdges.begin()));
  };
  CHECK(below(-200us) == 0);
  CHECK(below(-100us) == 0);
  CHECK(below(0us) == 1);
  CHECK(below(100us) == 2);
  CHECK(below(200us) == 3);
  CHECK(histogram.within(0) == 2);  // on target
  CHECK(histogram.within(1) == 3);
  CHECK(histogram.total() == 3);
  CHECK(histogram.sum() == 0us);
  CHECK(histogram.absolute_sum() == 200us);
}

TEST_CASE("deviations are counted as in the histogram of 100 us buckets", "[server]") {
  DeviationHistogram histogram;
  analysis::OffsetHistogram fine;
  std::mt19937 engine(1);
  std::exponential_distribution<double> length(1e-6);  // 1 ms on average, in ns
  for (int i = 0; i < 100'000; ++i) {
    const Duration deviation((i % 2 == 0 ? 1 : -1) * static_cast<Duration::rep>(length(engine) * (i % 50)));
    histogram.add(deviation);
    fine.add(deviation);
  }
  const auto below = [&](Duration edge) {
    return fine.total() - fine.count_from(std::chrono::duration_cast<analysis::OffsetHistogram::Edge>(edge));
  };
  for (std::size_t i = 0; i < DeviationHistogram::kEdges.size(); ++i) {
    CAPTURE(i);
    CHECK(histogram.below(i) == below(DeviationHistogram::kEdges[i]));
  }
  for (std::size_t i = 0; i < DeviationHistogram::kPositiveEdges.size(); ++i) {
    CAPTURE(i);
    const Duration edge = DeviationHistogram::kPositiveEdges[i];
    CHECK(histogram.within(i) == below(edge) - below(-edge));
  }
  CHECK(histogram.total() == fine.total());
}

}  // namespace
}  // namespace idn::server
