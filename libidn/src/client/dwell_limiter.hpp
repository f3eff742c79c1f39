// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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
  /// Nanoseconds since the first sample; of a bucket, when it will have leaked empty.
  using Nanos = std::int64_t;
  /// Half a square in each direction: in the square of the same column and row, and in the next ones.
  struct Half {
    std::int32_t column = 0;
    std::int32_t row = 0;
  };
  /// The light that fell into one half square without a pause elsewhere.
  struct Visit {
    Half half{};
    GridPoint low{65536, 65536};  ///< of the half square
    std::size_t first = 0;        ///< bucket of the four
    Nanos fullest = 0;            ///< of the four buckets
    Nanos light = 0;
    Nanos bucket = 0;  ///< of this light alone

    bool has(GridPoint at, std::int32_t side) const noexcept {
      return static_cast<std::uint32_t>(at.x - low.x) < static_cast<std::uint32_t>(side) &&
             static_cast<std::uint32_t>(at.y - low.y) < static_cast<std::uint32_t>(side);
    }
    /// @return whether all buckets have room for the light
    bool add(Nanos more, Nanos now, Nanos room) noexcept {
      const Nanos level = std::max(fullest, now) + more;
      if (level > now + room) return false;
      fullest = level;
      light += more;
      bucket = std::max(bucket, now) + more;
      return true;
    }
  };

  std::int32_t half_of(std::int32_t position) const noexcept;
  std::array<std::size_t, 4> buckets() const noexcept;
  void enter(GridPoint at) noexcept;
  void leave() noexcept;
  Nanos cost(std::uint16_t light) const noexcept;
  std::uint16_t affordable() const noexcept;
  void look_closer(LaserSample& sample, GridPoint at, std::uint16_t light, Counter& counter) noexcept;
  bool is_near_blanked(Half half) const noexcept;
  void restrict(LaserSample& sample, std::uint16_t light) noexcept;

  const DwellLimit limit_;
  const std::int32_t half_;  ///< side of half a square in positions
  const std::uint64_t inverse_;
  const std::int32_t squares_;  ///< in a row
  const Nanos room_;            ///< of an empty bucket
  Nanos sample_ = 0;            ///< time that a sample takes
  std::int64_t full_cost_ = 0;  ///< of a sample at full light
  Nanos now_ = 0;
  Visit visit_;
  Half blanked_{};
  bool is_blanked_ = false;
  std::vector<Nanos> buckets_;
};

}  // namespace idn::client
