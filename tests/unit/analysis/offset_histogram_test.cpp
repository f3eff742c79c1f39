// SPDX-License-Identifier: MIT
#include "idn/analysis/offset_histogram.hpp"

#include "support/catch.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::Micros;
using idn::analysis::normalised;
using idn::analysis::OffsetHistogram;
using idn::analysis::target_window;

TEST_CASE("a bucket reaches from its lower edge up to, not including, the next", "[analysis]") {
  CHECK(OffsetHistogram::bucket_of(0ns) == 0us);
  CHECK(OffsetHistogram::bucket_of(899'999ns) == 800us);
  CHECK(OffsetHistogram::bucket_of(900'000ns) == 900us);
  CHECK(OffsetHistogram::bucket_of(999'999ns) == 900us);
  CHECK(OffsetHistogram::bucket_of(1'000'000ns) == 1000us);
}

TEST_CASE("negative offsets have buckets below zero", "[analysis]") {
  CHECK(OffsetHistogram::bucket_of(-1ns) == -100us);
  CHECK(OffsetHistogram::bucket_of(-100us) == -100us);
  CHECK(OffsetHistogram::bucket_of(-100'001ns) == -200us);
}

TEST_CASE("the outermost buckets hold everything beyond a second", "[analysis]") {
  CHECK(OffsetHistogram::bucket_of(999'999'999ns) == 999'900us);
  CHECK(OffsetHistogram::bucket_of(1s) == 1'000'000us);
  CHECK(OffsetHistogram::bucket_of(1h) == 1'000'000us);
  CHECK(OffsetHistogram::bucket_of(Duration::max()) == 1'000'000us);
  CHECK(OffsetHistogram::bucket_of(-1h) == -1'000'000us);
  CHECK(OffsetHistogram::bucket_of(Duration::min()) == -1'000'000us);
}

TEST_CASE("the histogram counts per bucket and in total", "[analysis]") {
  OffsetHistogram histogram;
  for (const Duration offset :
       {Duration(950us), Duration(999us), Duration(1000us), Duration(20ms), Duration(3h)})
    histogram.add(offset);
  CHECK(histogram.total() == 5);
  CHECK(histogram.count_at(900us) == 2);
  CHECK(histogram.count_at(1000us) == 1);
  CHECK(histogram.count_at(1100us) == 0);
  CHECK(histogram.count_from(17'000us) == 2);
  CHECK(histogram.count_from(20'000us) == 2);
  CHECK(histogram.count_from(20'100us) == 1);
  CHECK(histogram.buckets().size() == 4);
}

TEST_CASE("memory stays bounded whatever offsets arrive", "[analysis]") {
  OffsetHistogram histogram;
  for (std::int64_t us = -2'000'000; us <= 2'000'000; us += 50) histogram.add(std::chrono::microseconds(us));
  CHECK(histogram.buckets().size() == 2 * 10'000 + 1);
  CHECK(histogram.count_at(1'000'000us) == 20'001);
}

TEST_CASE("on target are the bucket of the expected offset and its nearer neighbour", "[analysis]") {
  const auto edges = [](double expected_us) {
    const auto window = target_window(Micros(expected_us));
    return std::pair<long, long>(window.lower.count(), window.upper.count());
  };
  CHECK(edges(1000) == std::pair(900L, 1000L));
  CHECK(edges(1000.02) == std::pair(900L, 1000L));
  CHECK(edges(999.98) == std::pair(900L, 1000L));
  CHECK(edges(1049.9) == std::pair(900L, 1000L));
  CHECK(edges(1050) == std::pair(1000L, 1100L));
  CHECK(edges(1099.9) == std::pair(1000L, 1100L));
  CHECK(edges(5567) == std::pair(5500L, 5600L));
  CHECK(edges(0) == std::pair(-100L, 0L));
}

TEST_CASE("counts are normalised to a minute", "[analysis]") {
  CHECK(normalised(500, 30s) == 1000);
  CHECK(normalised(60'000, 60s) == 60'000);
  CHECK(normalised(7, 0s) == 0);
  CHECK(normalised(7, -1s) == 0);
}

TEST_CASE("a copied histogram counts on by itself", "[analysis]") {
  OffsetHistogram original;
  original.add(950us);
  OffsetHistogram copy = original;
  copy.add(950us);
  CHECK(original.count_at(900us) == 1);
  CHECK(copy.count_at(900us) == 2);
  original = OffsetHistogram();
  original.add(950us);
  CHECK(original.count_at(900us) == 1);
  CHECK(copy.count_at(900us) == 2);
}
