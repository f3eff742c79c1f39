// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace idn::client {

/// How fast a scanner may be that has to come to rest within a distance, looked up instead of reckoned by roots
/// and divisions. Real-time: all.
class Braking {
 public:
  /// From a target that has run away to the other edge of the picture.
  static constexpr std::int32_t kFarthest = 131'071;

  /// @param speed in steps per sample, at least 1
  /// @param acceleration in steps per sample squared, at least 2
  void set_limits(std::int32_t speed, std::int32_t acceleration) noexcept;

  /// The first of steps that each are slower by the acceleration and together no longer than the distance. For
  /// distances in which more than twice the speed limit could be braked it may be less, but no less than that.
  /// @param distance 0 to kFarthest
  std::int32_t fastest_within(std::int32_t distance) const noexcept {
    const std::int32_t within = std::min(distance, farthest_);
    std::size_t steps = first_[static_cast<std::size_t>(within >> shift_)];
    if (within < crowded_)
      while (stops_[steps].longest < within) ++steps;
    // For any other number of steps more comes out than for the right one, which is this one or the next.
    return std::min(stops_[steps].fastest_within(within), stops_[steps + 1].fastest_within(within));
  }

 private:
  static constexpr std::size_t kParts = 512;
  static constexpr std::size_t kMostSteps = 362;  ///< 2 * 362 * 363 / 2 is beyond the farthest
  static constexpr int kScale = 31;

  /// To rest in n steps: from v on, n = ceil(v / a), these cover n v - a n (n - 1) / 2.
  struct alignas(16) Stop {
    std::int32_t longest;  ///< a n (n + 1) / 2
    std::uint32_t saved;   ///< a n (n - 1) / 2
    std::uint32_t
        inverse;  ///< of n, rounded up by too little to matter: what is divided, times n, is below 2^31

    std::int32_t fastest_within(std::int32_t distance) const noexcept {
      return static_cast<std::int32_t>(
          (std::uint64_t{static_cast<std::uint32_t>(distance) + saved} * inverse) >> kScale);
    }
  };

  static Stop stop(std::int64_t steps, std::int64_t saved, std::int64_t longest) noexcept;

  std::int32_t farthest_ = 0;                  ///< beyond it nothing needs to be known
  std::int32_t crowded_ = 0;                   ///< up to here a part may hold more than two numbers of steps
  int shift_ = 0;                              ///< of a distance, to the part that it lies in
  std::array<std::uint16_t, kParts> first_{};  ///< fewest steps of the distances of a part
  std::array<Stop, kMostSteps + 2> stops_{};   ///< by number of steps
};

}  // namespace idn::client
