// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "idn/statistics.hpp"
#include "output/beam_track.hpp"
#include "output/colours.hpp"

namespace idn::output {

/// Limits light per area and time by leaky buckets: the picture is divided into squares with a bucket each,
/// which light fills and which leaks at `share`. The squares have twice the side of DwellLimit::size and
/// overlap by half in each direction: each position is in four of them, and any area of that size is entirely
/// in at least one. Real-time: all but construction.
class DwellLimiter {
 public:
  DwellLimiter(const DwellLimit& limit, SampleRate rate);

  void set_rate(SampleRate rate) noexcept;

  void process(std::span<LaserSample> samples, const BeamTrack& track, Counter& counter) noexcept;

 private:
  /// Time in whole nanoseconds since the first sample, or since rebase_time(). The level of a bucket is stored
  /// as the time when it will be empty. As double: exact below 2^53, and two fit into a vector register.
  using Nanos = double;
  /// A cell: half a square in each direction. It is part of four squares: those of its own and the next column
  /// and row.
  struct Cell {
    std::int32_t column = 0;
    std::int32_t row = 0;
  };
  /// For each sample, the index of the first of its four squares.
  using Places = std::array<std::int32_t, BeamTrack::kMost>;

  /// How the picture is divided into squares.
  struct Grid {
    std::int32_t wide;  ///< squares in a row
    float inverse;      ///< 1 / (side of a cell in positions)

    Places places(const BeamTrack& track) const noexcept;
    Cell cell_at(std::int32_t place) const noexcept { return {place % wide, place / wide}; }
  };
  struct Costs {
    Nanos sample = 0;       ///< duration of a sample
    std::int64_t full = 0;  ///< what a sample at full brightness adds to a bucket, in nanoseconds

    /// What a sample of that brightness adds: 0 if dark, else rounded up.
    Nanos of(std::uint16_t light) const noexcept {
      const std::int64_t lit = light != 0 ? 1 : 0;
      return static_cast<Nanos>((((light + lit) * full) >> 16) + lit);
    }
  };

  class Run;

  static Grid grid_of(double size) noexcept;
  void rebase_time() noexcept;
  std::uint16_t affordable(const Run& run) const noexcept;
  void enforce(LaserSample& sample, std::int32_t place, Run& run, std::uint16_t light,
               Counter& counter) noexcept;
  bool is_near_blanked(Cell cell) const noexcept;
  void restrict(LaserSample& sample, std::int32_t place, Run& run, std::uint16_t light) noexcept;

  const DwellLimit limit_;
  const Grid grid_;
  const Nanos room_;  ///< capacity of a bucket
  Costs costs_;
  Nanos now_ = 0;
  Cell blanked_cell_{};
  bool is_blanked_ = false;
  std::vector<Nanos> buckets_;
};

}  // namespace idn::output
