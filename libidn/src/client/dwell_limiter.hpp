// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "client/beam_track.hpp"
#include "client/colours.hpp"
#include "idn/counter.hpp"

namespace idn::client {

/// Light per area and time by leaky buckets: each square of the picture has one, which light fills and which
/// leaks at `share`. The squares are of twice the size and overlap by half in each direction: each place lies
/// in four, and whatever lies within the size, anywhere, shares one of them at least. Real-time: all but
/// construction.
class DwellLimiter {
 public:
  DwellLimiter(const DwellLimit& limit, SampleRate rate);

  void set_rate(SampleRate rate) noexcept;

  void process(std::span<LaserSample> samples, const BeamTrack& track, Counter& counter) noexcept;

 private:
  /// Whole nanoseconds since the first sample, or since begin_anew(); of a bucket, when it will have leaked
  /// empty. Below 2^53 they are exact, and two of them fit into a register.
  using Nanos = double;
  /// Half a square in each direction: in the square of the same column and row, and in the next ones.
  struct Half {
    std::int32_t column = 0;
    std::int32_t row = 0;
  };
  /// By sample: the first of the four squares that its half square is part of.
  using Places = std::array<std::int32_t, BeamTrack::kMost>;

  /// How the picture is divided.
  struct Grid {
    std::int32_t wide;  ///< squares in a row
    float inverse;      ///< of the side of half a square in positions

    Places places(const BeamTrack& track) const noexcept;
    Half half_at(std::int32_t place) const noexcept { return {place % wide, place / wide}; }
  };
  struct Costs {
    Nanos sample = 0;       ///< time that one takes
    std::int64_t full = 0;  ///< of a sample at full light

    /// Of darkness nothing; of light a little too much, so that rounding never adds up to a gift.
    Nanos of(std::uint16_t light) const noexcept {
      const std::int64_t lit = light != 0 ? 1 : 0;
      return static_cast<Nanos>((((light + lit) * full) >> 16) + lit);
    }
  };

  static Grid grid_of(double size) noexcept;
  void begin_anew() noexcept;
  bool add(std::int32_t place, Nanos light) noexcept;
  std::uint16_t affordable(std::int32_t place) const noexcept;
  void look_closer(LaserSample& sample, std::int32_t place, std::uint16_t light, Counter& counter) noexcept;
  bool is_near_blanked(Half half) const noexcept;
  void restrict(LaserSample& sample, std::int32_t place, std::uint16_t light) noexcept;

  const DwellLimit limit_;
  const Grid grid_;
  const Nanos room_;  ///< of an empty bucket
  Costs costs_;
  Nanos now_ = 0;
  Half blanked_{};
  bool is_blanked_ = false;
  std::vector<Nanos> buckets_;
};

}  // namespace idn::client
