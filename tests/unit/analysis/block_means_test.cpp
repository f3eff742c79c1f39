// SPDX-License-Identifier: MIT
#include "idn/analysis/rate_error.hpp"

#include <algorithm>
#include <numeric>

#include "support/catch.hpp"
#include "support/near.hpp"

using idn::analysis::BlockMeans;
using idn::test::Near;

namespace {

std::uint64_t points_in(const BlockMeans& means) {
  std::uint64_t count = 0;
  for (const auto& block : means.blocks()) count += block.count;
  return count;
}

std::ptrdiff_t axes_in(const BlockMeans& means) {
  return std::ranges::count(means.blocks(), true, &BlockMeans::Block::begins_axis);
}

}  // namespace

TEST_CASE("blocks hold one point each while there is room", "[analysis]") {
  BlockMeans means;
  CHECK(means.blocks().empty());
  for (int i = 0; i < 256; ++i) means.add(i, 2 * i);
  REQUIRE(means.blocks().size() == 256);
  CHECK(means.blocks()[255].x == 255);
  CHECK(means.blocks()[255].y == 510);
  CHECK(axes_in(means) == 1);
}

TEST_CASE("full blocks are merged by two, and keep everything", "[analysis]") {
  BlockMeans means;
  for (int i = 0; i < 1'000'000; ++i) means.add(i, 3 * i);
  CHECK(means.blocks().size() > 128);
  CHECK(means.blocks().size() <= 256);
  CHECK(points_in(means) == 1'000'000);
  double sum = 0;
  for (const auto& block : means.blocks()) {
    CHECK(block.y == Near{3 * block.x});
    CHECK(block.most_x - block.least_x == static_cast<double>(block.count - 1));
    sum += static_cast<double>(block.count) * block.x;
  }
  CHECK(sum / 1e6 == Near{499'999.5});
}

TEST_CASE("no block spans two axes", "[analysis]") {
  BlockMeans means;
  for (int axis = 0; axis < 10; ++axis) {
    means.begin_axis();
    for (int i = 0; i < 777; ++i) means.add(i, axis);
  }
  CHECK(axes_in(means) == 10);
  CHECK(points_in(means) == 7770);
  for (const auto& block : means.blocks()) CHECK(block.y == Near{std::round(block.y)});
}

TEST_CASE("of many axes the longest are kept", "[analysis]") {
  BlockMeans means;
  for (int axis = 0; axis < 500; ++axis) {
    means.begin_axis();
    const int length = axis == 100 ? 1000 : 20;
    for (int i = 0; i < length; ++i) means.add(i, axis);
  }
  CHECK(means.blocks().size() <= 256);
  CHECK(means.blocks().front().y == 100);  // the long axis, of which all values are kept
  std::uint64_t count = 0;
  for (const auto& block : means.blocks()) count += block.y == 100 ? block.count : 0;
  CHECK(count == 1000);
  CHECK(means.blocks().back().y == 499);
}
