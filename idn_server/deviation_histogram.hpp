// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>

#include "idn/time.hpp"

namespace idn::server {

/// Deviations of packet offsets in a fixed number of buckets, for reports that are made again and again: O(1)
/// memory, where analysis::OffsetHistogram grows. Its edges are edges of that one too, and both count a value
/// on an edge in the bucket above it. Threads: one owner.
class DeviationHistogram {
 public:
  /// The edges above zero; those below mirror them.
  static constexpr std::array<Duration, 9> kPositiveEdges{
      std::chrono::microseconds(100), std::chrono::microseconds(200), std::chrono::microseconds(500),
      std::chrono::milliseconds(1),   std::chrono::milliseconds(2),   std::chrono::milliseconds(5),
      std::chrono::milliseconds(10),  std::chrono::milliseconds(50),  std::chrono::milliseconds(100)};
  /// Ascending, from -100 ms over zero to 100 ms.
  static constexpr auto kEdges = [] {
    std::array<Duration, 2 * kPositiveEdges.size() + 1> edges{};
    for (std::size_t i = 0; i < kPositiveEdges.size(); ++i) {
      edges[kPositiveEdges.size() - 1 - i] = -kPositiveEdges[i];
      edges[kPositiveEdges.size() + 1 + i] = kPositiveEdges[i];
    }
    return edges;
  }();

  void add(Duration deviation) noexcept {
    const auto above = std::ranges::upper_bound(kEdges, deviation);
    ++counts_[static_cast<std::size_t>(above - kEdges.begin())];
    sum_ += deviation;
    absolute_sum_ += std::chrono::abs(deviation);
  }

  /// Deviations below kEdges[edge].
  std::uint64_t below(std::size_t edge) const noexcept { return count(0, edge + 1); }
  /// Deviations in [-kPositiveEdges[edge], kPositiveEdges[edge]): for the first edge, what is on target.
  std::uint64_t within(std::size_t edge) const noexcept {
    return count(kPositiveEdges.size() - edge, kPositiveEdges.size() + 2 + edge);
  }
  std::uint64_t total() const noexcept { return count(0, counts_.size()); }
  Duration sum() const noexcept { return sum_; }
  /// Of the absolute values.
  Duration absolute_sum() const noexcept { return absolute_sum_; }

 private:
  /// In the buckets [first, end); bucket i lies below kEdges[i], the last one has no end.
  std::uint64_t count(std::size_t first, std::size_t end) const noexcept {
    const auto at = [this](std::size_t i) { return counts_.begin() + static_cast<std::ptrdiff_t>(i); };
    return std::accumulate(at(first), at(end), std::uint64_t{0});
  }

  std::array<std::uint64_t, kEdges.size() + 1> counts_{};
  Duration sum_{};
  Duration absolute_sum_{};
};

}  // namespace idn::server
