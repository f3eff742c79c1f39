// SPDX-License-Identifier: MIT
#pragma once

#include "idn_server/edge_histogram.hpp"

namespace idn::server {

/// The edges above zero; those below mirror them.
inline constexpr std::array<Duration, 9> kPositiveDeviations{
    std::chrono::microseconds(100), std::chrono::microseconds(200), std::chrono::microseconds(500),
    std::chrono::milliseconds(1),   std::chrono::milliseconds(2),   std::chrono::milliseconds(5),
    std::chrono::milliseconds(10),  std::chrono::milliseconds(50),  std::chrono::milliseconds(100)};
/// Ascending, from -100 ms over zero to 100 ms.
inline constexpr auto kDeviations = [] {
  std::array<Duration, 2 * kPositiveDeviations.size() + 1> edges{};
  for (std::size_t i = 0; i < kPositiveDeviations.size(); ++i) {
    edges[kPositiveDeviations.size() - 1 - i] = -kPositiveDeviations[i];
    edges[kPositiveDeviations.size() + 1 + i] = kPositiveDeviations[i];
  }
  return edges;
}();

/// Deviations of packet offsets. The edges are edges of analysis::OffsetHistogram too, which grows, and both
/// count a value on an edge in the bucket above it.
class DeviationHistogram : public EdgeHistogram<kDeviations, false> {
 public:
  static constexpr const auto& kPositiveEdges = kPositiveDeviations;

  void add(Duration deviation) noexcept {
    EdgeHistogram::add(deviation);
    absolute_sum_ += std::chrono::abs(deviation);
  }

  /// Deviations in [-kPositiveEdges[edge], kPositiveEdges[edge]): for the first edge, what is on target.
  std::uint64_t within(std::size_t edge) const noexcept {
    return between(kPositiveEdges.size() - edge, kPositiveEdges.size() + 2 + edge);
  }
  /// Of the absolute values.
  Duration absolute_sum() const noexcept { return absolute_sum_; }

 private:
  Duration absolute_sum_{};
};

}  // namespace idn::server
