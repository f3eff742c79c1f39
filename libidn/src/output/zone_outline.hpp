// SPDX-License-Identifier: MIT
#pragma once

#include "output/corners.hpp"

namespace idn::output {

/// A polygon, including its edge, with tests for line segments and points. Real-time: all but construction.
class ZoneOutline {
 public:
  /// @param polygon must be simple; problem_in() checks that
  explicit ZoneOutline(const Polygon& polygon);

  /// Whether the line segment from a to b, including its ends, has a point in common with the polygon.
  bool touches(GridPoint a, GridPoint b) const noexcept;
  /// Whether all of the line is inside. A line that touches the edge of a polygon with a reflex corner counts
  /// as one that leaves it.
  bool covers(GridPoint a, GridPoint b) const noexcept;
  /// Whether the edge and the box have a point in common.
  bool edge_meets(const Box& box) const noexcept;
  /// Whether the point is inside; only for points that are not on the edge.
  bool has_inside(GridPoint point) const noexcept;

 private:
  bool edge_meets(GridPoint a, GridPoint b) const noexcept;
  bool convex_contains(GridPoint point) const noexcept;

  Corners corners_;  ///< the first one again at the end
  Box box_;
  bool convex_ = false;
  int winding_ = 1;
};

}  // namespace idn::output
