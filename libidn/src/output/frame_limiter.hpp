// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "output/output_stage.hpp"

namespace idn::output {

/// OutputStage for pictures that a receiver redraws by itself (frame mode): the result is within the limits
/// however often it is repeated. The move from the last sample to the first is the receiver's and is not
/// limited. Threads: one owner; the counters may be read by any.
class FrameLimiter {
 public:
  /// As OutputStage.
  FrameLimiter(const OutputOptions& options, SampleRate rate, std::optional<wire::SampleFormat> format = {});

  /// As OutputStage; in force with the next call of limit().
  void change(const OutputOptions& options);
  /// As OutputStage.
  void set_brightness(float share) noexcept { stage_.set_brightness(share); }

  /// @return the limited picture, valid until the next call; or `picture` itself if no option has an effect.
  /// Allocates while pictures grow.
  std::span<const LaserSample> limit(std::span<const LaserSample> picture);

  /// Each sample counts once for each simulated pass.
  const OutputCounters& counters() const noexcept { return stage_.counters(); }

 private:
  OutputStage stage_;
  SampleRate rate_;
  std::size_t tried_samples_;
  std::vector<LaserSample> limited_;
  std::vector<LaserSample> pass_;
};

}  // namespace idn::output
