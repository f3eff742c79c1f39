// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/client/output_stage.hpp"

namespace idn::client {

/// What OutputStage does, for pictures that a receiver redraws by itself: what is left of one holds the limits
/// however often it is repeated. What lies between two passes is not known here. Threads: one owner; the
/// counters may be read by any.
class FrameLimiter {
 public:
  FrameLimiter(const OutputOptions& options, SampleRate rate);

  /// @return valid until the next call, or `picture`. Allocates while pictures grow.
  std::span<const LaserSample> limit(std::span<const LaserSample> picture);

  /// Each sample counts for each pass that was tried.
  const OutputCounters& counters() const noexcept { return stage_.counters(); }

 private:
  OutputStage stage_;
  std::size_t tried_samples_;
  std::vector<LaserSample> limited_;
  std::vector<LaserSample> pass_;
};

}  // namespace idn::client
