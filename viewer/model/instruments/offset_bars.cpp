// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/offset_bars.hpp"

#include <algorithm>
#include <cmath>

namespace idn::viewer {
namespace {

constexpr std::size_t kLeast = 12;
/// The width of the chart in expected offsets.
constexpr double kExpectedOffsets = 2.5;

/// How many buckets of the histogram make a bar: 1, 2, 5, 10, 20 ...
std::int64_t buckets_per_bar(double buckets) {
  for (std::int64_t decade = 1;; decade *= 10)
    for (const std::int64_t step : {1, 2, 5})
      if (buckets <= static_cast<double>(step * decade) * OffsetBars::kMost) return step * decade;
}

}  // namespace

std::uint64_t OffsetBars::most() const noexcept {
  const auto tallest = std::ranges::max_element(bars, {}, &Bar::count);
  return tallest == bars.end() ? 0 : tallest->count;
}

OffsetBars offset_bars(const analysis::OffsetHistogram& histogram, Micros expected) {
  if (histogram.total() == 0) return {};
  constexpr auto kBucket = analysis::OffsetHistogram::kBucketWidth;
  const double wanted = std::min(kExpectedOffsets * expected.count(), 1e6) / kBucket.count();
  const auto width = buckets_per_bar(wanted) * kBucket;
  const auto needed = std::max<std::int64_t>(histogram.buckets().rbegin()->first / width + 1,
                                             static_cast<std::int64_t>(std::ceil(wanted * kBucket / width)));
  const auto count = std::clamp<std::int64_t>(needed, kLeast, OffsetBars::kMost);
  OffsetBars made{.width = width, .bars = {}, .has_more = needed > count, .expected = expected};
  made.bars.resize(static_cast<std::size_t>(count));
  const auto bar_of = [&](analysis::OffsetHistogram::Edge edge) -> OffsetBars::Bar& {
    return made.bars[static_cast<std::size_t>(std::clamp<std::int64_t>(edge / width, 0, count - 1))];
  };
  for (const auto& [edge, offsets] : histogram.buckets()) bar_of(edge).count += offsets;
  const auto target = analysis::target_window(expected);
  bar_of(target.lower).is_on_target = bar_of(target.upper).is_on_target = true;
  return made;
}

}  // namespace idn::viewer
