// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "idn/sample.hpp"

namespace idn::jack {

/// From one rate to another. Positions lie on the straight lines between those that come in. The colour of a
/// sample is that of the way to it, so it becomes the mean of all ways that the new one covers: no light is
/// lost or added, and a way that is dark stays so. Exact in time: n samples in are n * to / from samples out,
/// for ever. At equal rates nothing is changed.
class Resampler {
 public:
  /// Both valid.
  Resampler(SampleRate from, SampleRate to) noexcept : from_(from.per_second), to_(to.per_second) {}

  /// To the end of `out`.
  void process(std::span<const LaserSample> in, std::vector<LaserSample>& out);
  /// What comes next follows on nothing.
  void restart() noexcept { has_last_ = false; }

 private:
  static constexpr std::size_t kColours = 7;

  void add(const LaserSample& sample, std::uint64_t time) noexcept;
  LaserSample at(const LaserSample& next, std::uint64_t time) noexcept;

  // Times are in units of which `to` make up a sample that comes in, and `from` one that goes out.
  std::uint64_t from_, to_;
  bool has_last_ = false;
  LaserSample last_{};
  std::uint64_t left_ = 0;  ///< until the next sample goes out
  std::array<std::uint64_t, kColours> light_{};
};

}  // namespace idn::jack
