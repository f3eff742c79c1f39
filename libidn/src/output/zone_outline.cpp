// SPDX-License-Identifier: MIT
#include "output/zone_outline.hpp"

#include <algorithm>

namespace idn::output {
namespace {

Box box_around(const Corners& corners) {
  Box box{corners.front(), corners.front()};
  for (const GridPoint corner : corners) {
    box.low = {std::min(box.low.x, corner.x), std::min(box.low.y, corner.y)};
    box.high = {std::max(box.high.x, corner.x), std::max(box.high.y, corner.y)};
  }
  return box;
}

bool contains(const Box& box, GridPoint point) noexcept {
  return overlap(box, {point, point});
}

}  // namespace

ZoneOutline::ZoneOutline(const Polygon& polygon) : corners_(on_grid(polygon)), box_(box_around(corners_)) {
  const std::size_t count = corners_.size();
  bool left = false, right = false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto turn = orientation(corners_[i], corners_[(i + 1) % count], corners_[(i + 2) % count]);
    left |= turn > 0;
    right |= turn < 0;
  }
  // An outline that does not cross itself and only turns one way is convex.
  convex_ = left != right;
  winding_ = left ? 1 : -1;
  corners_.push_back(corners_.front());
}

bool ZoneOutline::touches(GridPoint a, GridPoint b) const noexcept {
  if (!overlap(box_, box_of(a, b))) return false;
  return edge_meets(a, b) || has_inside(a);
}

bool ZoneOutline::covers(GridPoint a, GridPoint b) const noexcept {
  if (!contains(box_, a) || !contains(box_, b)) return false;
  if (convex_) return convex_contains(a) && convex_contains(b);
  return has_inside(a) && !edge_meets(a, b);
}

bool ZoneOutline::edge_meets(const Box& box) const noexcept {
  const GridPoint other{box.high.x, box.low.y}, another{box.low.x, box.high.y};
  return edge_meets(box.low, other) || edge_meets(other, box.high) || edge_meets(box.high, another) ||
         edge_meets(another, box.low) || contains(box, corners_.front());
}

/// Even-odd rule: the ray to the right of the point crosses the edge an odd number of times.
bool ZoneOutline::has_inside(GridPoint point) const noexcept {
  bool inside = false;
  for (std::size_t i = 0; i + 1 < corners_.size(); ++i) {
    const GridPoint a = corners_[i], b = corners_[i + 1];
    if ((a.y > point.y) == (b.y > point.y)) continue;
    const auto turn = orientation(a, b, point);
    inside ^= b.y > a.y ? turn > 0 : turn < 0;
  }
  return inside;
}

bool ZoneOutline::edge_meets(GridPoint a, GridPoint b) const noexcept {
  for (std::size_t i = 0; i + 1 < corners_.size(); ++i)
    if (lines_meet(corners_[i], corners_[i + 1], a, b)) return true;
  return false;
}

bool ZoneOutline::convex_contains(GridPoint point) const noexcept {
  for (std::size_t i = 0; i + 1 < corners_.size(); ++i)
    if (orientation(corners_[i], corners_[i + 1], point) * winding_ < 0) return false;
  return true;
}

}  // namespace idn::output
