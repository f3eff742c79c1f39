// SPDX-License-Identifier: MIT
#include "output/braking.hpp"

#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace idn::output {

void Braking::set_limits(std::int32_t speed, std::int32_t acceleration) noexcept {
  acceleration_ = acceleration;
  excess_.fill(0);
  const std::int32_t most = std::min<std::int32_t>(2 * speed, std::numeric_limits<std::int16_t>::max());
  std::int32_t excess = 0;
  for (std::int32_t shortest = 0; shortest <= kFarthest;) {
    const std::size_t part = part_of(shortest);
    // Stored tentatively, since can_brake_from() may look up this same part, where the step ends.
    while (excess < most) {
      excess_[part] = static_cast<std::int16_t>(excess + 1);
      if (!can_brake_from(shortest, acceleration + excess + 1)) break;
      ++excess;
    }
    excess_[part] = static_cast<std::int16_t>(excess);
    excess_[part_of(-shortest - 1)] = static_cast<std::int16_t>(-excess);
    shortest += 1 << (shortest < kNear ? kNearShift : kFarShift);
  }
}

/// Whether a step of that length is within the distance, and the longest step that may follow it is shorter by
/// no more than the acceleration.
bool Braking::can_brake_from(std::int32_t distance, std::int32_t speed) const noexcept {
  return speed <= distance && fastest_within(distance - speed) >= speed - acceleration_;
}

std::shared_ptr<const Braking> shared_braking(std::int32_t speed, std::int32_t acceleration) {
  static std::mutex mutex;
  static std::map<std::pair<std::int32_t, std::int32_t>, std::weak_ptr<const Braking>> tables;
  const std::lock_guard lock(mutex);
  std::erase_if(tables, [](const auto& each) { return each.second.expired(); });
  auto& known = tables[{speed, acceleration}];
  if (auto table = known.lock()) return table;
  auto made = std::make_shared<Braking>();
  made->set_limits(speed, acceleration);
  known = made;
  return made;
}

}  // namespace idn::output
