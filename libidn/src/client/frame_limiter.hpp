// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/client/output_stage.hpp"

namespace idn::client {

/// OutputStage for pictures that a receiver redraws by itself (frame mode): the result is within the limits
/// however often it is repeated. The move from the last sample to the first is the receiver's and is not
/// limited. Threads: one owner; the counters may be read by any.
class FrameLimiter {
 public:
  FrameLimiter(const OutputOptions& options, SampleRate rate);

  /// @return the limited picture, valid until the next call; or `picture` itself if no option has an effect.
  /// Allocates while pictures grow.
  std::span<const LaserSample> limit(std::span<const LaserSample> picture);

  /// Each sample counts once for each simulated pass.
  const OutputCounters& counters() const noexcept { return stage_.counters(); }

 private:
  OutputStage stage_;
  std::size_t tried_samples_;
  std::vector<LaserSample> limited_;
  std::vector<LaserSample> pass_;
};

}  // namespace idn::client
