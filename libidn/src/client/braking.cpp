// SPDX-License-Identifier: MIT
#include "client/braking.hpp"

#include <limits>

namespace idn::client {

void Braking::set_limits(std::int32_t speed, std::int32_t acceleration) noexcept {
  acceleration_ = acceleration;
  beyond_.fill(0);
  const std::int32_t most = std::min<std::int32_t>(2 * speed, std::numeric_limits<std::int16_t>::max());
  std::int32_t beyond = 0;
  for (std::int32_t shortest = 0; shortest <= kFarthest;) {
    const std::size_t part = part_of(shortest);
    // Stored tentatively, since can_brake_from() may look up this same part, where the step ends.
    while (beyond < most) {
      beyond_[part] = static_cast<std::int16_t>(beyond + 1);
      if (!can_brake_from(shortest, acceleration + beyond + 1)) break;
      ++beyond;
    }
    beyond_[part] = static_cast<std::int16_t>(beyond);
    beyond_[part_of(-shortest - 1)] = static_cast<std::int16_t>(-beyond);
    shortest += 1 << (shortest < kNear ? kNearShift : kFarShift);
  }
}

/// Whether a step of that length is within the distance, and the longest step that may follow it is shorter by
/// no more than the acceleration.
bool Braking::can_brake_from(std::int32_t distance, std::int32_t speed) const noexcept {
  return speed <= distance && fastest_within(distance - speed) >= speed - acceleration_;
}

}  // namespace idn::client
