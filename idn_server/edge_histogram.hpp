// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "idn/time.hpp"

namespace idn::server {

/// Durations counted between fixed edges, which ascend, for reports that are made again and again: O(1) memory.
/// @tparam includes_edge whether a value on an edge counts in the bucket below it, else in the one above
/// Threads: one owner.
template <const auto& edges, bool includes_edge>
class EdgeHistogram {
 public:
  static constexpr const auto& kEdges = edges;

  void add(Duration value) noexcept {
    const auto end =
        includes_edge ? std::ranges::lower_bound(edges, value) : std::ranges::upper_bound(edges, value);
    ++counts_[static_cast<std::size_t>(end - edges.begin())];
    sum_ += value;
  }
  void add(const EdgeHistogram& others) noexcept {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += others.counts_[i];
    sum_ += others.sum_;
  }

  /// Below kEdges[edge], or on it.
  std::uint64_t below(std::size_t edge) const noexcept { return between(0, edge + 1); }
  std::uint64_t total() const noexcept { return between(0, counts_.size()); }
  Duration sum() const noexcept { return sum_; }

 protected:
  /// In the buckets [first, end); bucket i lies below kEdges[i], the last one has no end.
  std::uint64_t between(std::size_t first, std::size_t end) const noexcept {
    const auto at = [this](std::size_t i) { return counts_.begin() + static_cast<std::ptrdiff_t>(i); };
    return std::accumulate(at(first), at(end), std::uint64_t{0});
  }

 private:
  std::array<std::uint64_t, edges.size() + 1> counts_{};
  Duration sum_{};
};

}  // namespace idn::server
