// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "idn/sample.hpp"

namespace idn::jack {

/// Converts samples from one sample rate to another. Positions are interpolated linearly. The colour of a
/// sample is that of the stroke which leads to it, so an output sample gets the time-weighted mean over the
/// strokes that it covers: no light is lost or added, and dark strokes stay dark. There is no drift: n input
/// samples become n * to / from output samples. At equal rates the samples are unchanged.
class Resampler {
 public:
  /// Both rates must be valid.
  Resampler(SampleRate from, SampleRate to) noexcept : from_(from.per_second), to_(to.per_second) {}

  /// Appends the output samples to `out`.
  void process(std::span<const LaserSample> in, std::vector<LaserSample>& out);
  /// The next sample does not continue the last one.
  void restart() noexcept { has_last_ = false; }

 private:
  static constexpr std::size_t kColours = 7;

  void add(const LaserSample& sample, std::uint64_t time) noexcept;
  LaserSample output_sample(const LaserSample& next, std::uint64_t time) noexcept;

  // The unit of time is 1 / (from_ * to_) seconds: an input sample lasts to_ units, an output sample from_.
  std::uint64_t from_, to_;
  bool has_last_ = false;
  LaserSample last_{};
  std::uint64_t time_left_ = 0;                        ///< time until the next output sample
  std::array<std::uint64_t, kColours> colour_sums_{};  ///< over time, since the last output sample
};

}  // namespace idn::jack
