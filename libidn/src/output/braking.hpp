// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace idn::output {

/// How fast a scanner may be if it must come to rest within a given distance. A lookup table, since the
/// computation is in the critical path: each sample depends on the position of the one before it. Distances are
/// divided into intervals ("parts"); all of a part have the speed of its shortest distance, reduced until
/// braking by no more than the acceleration leads from part to part down to rest. Real-time: all.
class Braking {
 public:
  /// Longest distance: to a target beyond the other edge of the picture.
  static constexpr std::int32_t kFarthest = 131'071;

  /// @param speed in steps per sample, at least 1
  /// @param acceleration in steps per sample squared, at least 2
  void set_limits(std::int32_t speed, std::int32_t acceleration) noexcept;

  /// The largest first step of a braking sequence, in which each step is shorter than the one before by the
  /// acceleration, and all together are no longer than the distance. A little less than exact, since the table
  /// holds one value per part; limited to the acceleration plus twice the speed limit, or plus 32767 if that is
  /// less.
  /// @param distance -kFarthest to kFarthest
  /// @return positions per sample, with the sign of the distance
  std::int32_t fastest_within(std::int32_t distance) const noexcept {
    return one_step_within(distance) + excess_within(distance);
  }
  /// Its two parts: what can be stopped in one step, and what is beyond that.
  std::int32_t one_step_within(std::ptrdiff_t distance) const noexcept {
    return static_cast<std::int32_t>(
        std::max<std::ptrdiff_t>(std::min<std::ptrdiff_t>(distance, acceleration_), -acceleration_));
  }
  std::int32_t excess_within(std::ptrdiff_t distance) const noexcept { return excess_[part_of(distance)]; }

 private:
  /// Parts are shorter near the target, where steps are short too.
  static constexpr std::int32_t kNear = 1024;
  static constexpr int kNearShift = 2, kFarShift = 6;
  /// Number of parts on each side of the target. Far parts of distances below kNear are not used.
  static constexpr std::size_t kNearParts = kNear >> kNearShift, kFarParts = (kFarthest >> kFarShift) + 1;
  static constexpr std::size_t kNearMiddle = kNearParts, kFarMiddle = 2 * kNearParts + kFarParts;

  static std::size_t part_of(std::ptrdiff_t distance) noexcept {
    const bool is_near = distance >= -kNear && distance < kNear;
    return is_near ? static_cast<std::size_t>(distance >> kNearShift) + kNearMiddle
                   : static_cast<std::size_t>(distance >> kFarShift) + kFarMiddle;
  }

  bool can_brake_from(std::int32_t distance, std::int32_t speed) const noexcept;

  std::int32_t acceleration_ = 0;
  /// By part: speed - acceleration, with the sign of the distance; 0 if the target is one step away.
  std::array<std::int16_t, 2 * (kNearParts + kFarParts)> excess_{};
};

/// The table for these limits, which all callers with the same limits share: a table of 9 kB for each of many
/// streams on a thread would not stay in the cache. Threads: any. Real-time: no.
std::shared_ptr<const Braking> shared_braking(std::int32_t speed, std::int32_t acceleration);

}  // namespace idn::output
