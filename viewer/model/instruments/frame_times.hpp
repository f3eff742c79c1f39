// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "idn/time.hpp"

namespace idn::viewer {

/// Histogram of times per picture, in steps of 0.1 ms up to 1 s; constant memory.
class FrameTimes {
 public:
  void add(Duration time) noexcept;

  std::uint64_t count() const noexcept { return count_; }
  Duration max() const noexcept { return max_; }
  /// Quantile for a share of 0..1, rounded up to a step; 0 if nothing was added.
  Duration quantile(double share) const noexcept;

 private:
  static constexpr Duration kStep = std::chrono::microseconds(100);

  std::array<std::uint64_t, 10'000> steps_{};  ///< counts; the last one includes everything longer
  std::uint64_t count_ = 0;
  Duration max_{};
};

}  // namespace idn::viewer
