// SPDX-License-Identifier: MIT
#include "output/corners.hpp"

#include <cmath>

namespace idn::output {
namespace {

constexpr double kHalfGrid = 32768;

/// Whether two adjacent edges, which meet in `joint`, share more than that point: the outline turns back on
/// itself.
bool is_reversal(GridPoint from, GridPoint joint, GridPoint to) noexcept {
  if (orientation(from, joint, to) != 0) return false;
  const auto ahead =
      std::int64_t{to.x - joint.x} * (from.x - joint.x) + std::int64_t{to.y - joint.y} * (from.y - joint.y);
  return ahead >= 0;
}

}  // namespace

Corners on_grid(const Polygon& polygon) {
  Corners corners;
  for (const ZonePoint& point : polygon)
    corners.push_back({static_cast<std::int32_t>(std::lround(point.x * kHalfGrid)),
                       static_cast<std::int32_t>(std::lround(point.y * kHalfGrid))});
  return corners;
}

bool is_simple(const Corners& corners) noexcept {
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const GridPoint a = corners[i], b = corners[(i + 1) % count];
    if (a == b || is_reversal(a, b, corners[(i + 2) % count])) return false;
    for (std::size_t j = i + 2; j < count; ++j) {
      const bool joined_at_start = i == 0 && j + 1 == count;
      if (!joined_at_start && lines_meet(a, b, corners[j], corners[(j + 1) % count])) return false;
    }
  }
  return true;
}

}  // namespace idn::output
