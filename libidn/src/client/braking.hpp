// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace idn::client {

/// How fast a scanner may be that has to come to rest within a distance. Each sample waits for the position of
/// the one before it, so this is one look into a table: distances are divided into parts, and all of a part
/// have the speed of its shortest distance, lowered until braking by no more than the acceleration leads from
/// part to part down to rest. Real-time: all.
class Braking {
 public:
  /// From a target that has run away to the other edge of the picture.
  static constexpr std::int32_t kFarthest = 131'071;

  /// @param speed in steps per sample, at least 1
  /// @param acceleration in steps per sample squared, at least 2
  void set_limits(std::int32_t speed, std::int32_t acceleration) noexcept;

  /// The first of steps that each are slower by the acceleration and together no longer than the distance: a
  /// little less than the largest such step, since it is that of a part, and at most twice the speed limit and
  /// the acceleration, or 32767 and the acceleration.
  /// @param distance -kFarthest to kFarthest
  /// @return of the same sign
  std::int32_t fastest_within(std::int32_t distance) const noexcept {
    return std::max(std::min(distance, acceleration_), -acceleration_) + beyond_[part_of(distance)];
  }

 private:
  /// Parts are shorter near the target, where steps are.
  static constexpr std::int32_t kNear = 1024;
  static constexpr int kNearShift = 2, kFarShift = 6;
  /// On each side of the target. Of the far parts those near it are not used.
  static constexpr std::size_t kNearParts = kNear >> kNearShift, kFarParts = (kFarthest >> kFarShift) + 1;
  static constexpr std::size_t kNearMiddle = kNearParts, kFarMiddle = 2 * kNearParts + kFarParts;

  static std::size_t part_of(std::int32_t distance) noexcept {
    const std::int32_t near = (distance >> kNearShift) + static_cast<std::int32_t>(kNearMiddle);
    const std::int32_t far = (distance >> kFarShift) + static_cast<std::int32_t>(kFarMiddle);
    const bool is_near = static_cast<std::uint32_t>(distance + kNear) < 2 * kNear;
    return static_cast<std::size_t>(is_near ? near : far);
  }

  bool can_brake_from(std::int32_t distance, std::int32_t speed) const noexcept;

  std::int32_t acceleration_ = 0;
  /// By part: the speed less the acceleration, of the sign of the distance; 0 within one step of the target.
  std::array<std::int16_t, 2 * (kNearParts + kFarParts)> beyond_{};
};

}  // namespace idn::client
