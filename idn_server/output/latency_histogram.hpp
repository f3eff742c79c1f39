// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "idn/time.hpp"

namespace idn::server {

/// Times between arrival and output of samples, in buckets that suit the buffers of DACs. O(1) memory.
class LatencyHistogram {
 public:
  /// Upper edges, inclusive; one more bucket counts longer times.
  static constexpr std::array<Duration, 12> kEdges{
      std::chrono::milliseconds(1),   std::chrono::milliseconds(2),   std::chrono::milliseconds(5),
      std::chrono::milliseconds(10),  std::chrono::milliseconds(20),  std::chrono::milliseconds(30),
      std::chrono::milliseconds(40),  std::chrono::milliseconds(60),  std::chrono::milliseconds(80),
      std::chrono::milliseconds(150), std::chrono::milliseconds(300), std::chrono::milliseconds(1000)};

  void add(Duration latency) noexcept {
    const auto bucket = std::ranges::lower_bound(kEdges, latency);
    ++counts_[static_cast<std::size_t>(bucket - kEdges.begin())];
    sum_ += latency;
  }
  void add(const LatencyHistogram& others) noexcept {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += others.counts_[i];
    sum_ += others.sum_;
  }

  /// Of the bucket below kEdges[index], or of the last one.
  std::uint64_t count(std::size_t index) const noexcept { return counts_.at(index); }
  Duration sum() const noexcept { return sum_; }

 private:
  std::array<std::uint64_t, kEdges.size() + 1> counts_{};
  Duration sum_{};
};

}  // namespace idn::server
