// SPDX-License-Identifier: MIT
#include "idn/analysis/offset_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace idn::analysis {

OffsetHistogram::Edge OffsetHistogram::bucket_of(Duration offset) noexcept {
  const auto held = std::clamp<Duration>(offset, -kLimit, kLimit);
  const auto whole = std::chrono::floor<Edge>(held);
  const auto above_edge = (whole % kBucketWidth + kBucketWidth) % kBucketWidth;
  return whole - above_edge;
}

void OffsetHistogram::add(Duration offset) {
  ++total_;
  if (offset < last_.begin || offset >= last_.end) {
    const Edge edge = bucket_of(offset);
    last_.begin = edge;
    last_.end = edge + kBucketWidth;
    last_.count = &buckets_[edge];
  }
  ++*last_.count;
}

void OffsetHistogram::add(const OffsetHistogram& other) {
  for (const auto& [edge, count] : other.buckets_) buckets_[edge] += count;
  total_ += other.total_;
}

std::uint64_t OffsetHistogram::count_at(Edge lower_edge) const {
  const auto found = buckets_.find(lower_edge);
  return found == buckets_.end() ? 0 : found->second;
}

std::uint64_t OffsetHistogram::count_from(Edge lower_edge) const {
  return std::accumulate(buckets_.lower_bound(lower_edge), buckets_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& bucket) { return sum + bucket.second; });
}

TargetWindow target_window(Micros expected) noexcept {
  const double width = static_cast<double>(OffsetHistogram::kBucketWidth.count());
  const double limit = static_cast<double>(OffsetHistogram::kLimit.count());
  const double held = std::clamp(expected.count(), 0.0, limit);
  const double edge = std::floor(held / width) * width;
  const auto holding = OffsetHistogram::Edge(static_cast<OffsetHistogram::Edge::rep>(edge));
  if (held - edge < width / 2) return {holding - OffsetHistogram::kBucketWidth, holding};
  return {holding, holding + OffsetHistogram::kBucketWidth};
}

}  // namespace idn::analysis
