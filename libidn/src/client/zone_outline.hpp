// SPDX-License-Identifier: MIT
#pragma once

#include "client/corners.hpp"

namespace idn::client {

/// A polygon with its edge, asked about lines. Real-time: all but construction.
class ZoneOutline {
 public:
  /// @param polygon simple, as check() makes sure
  explicit ZoneOutline(const Polygon& polygon);

  /// Whether the line from a to b, with its ends, has a point in common with the polygon.
  bool touches(GridPoint a, GridPoint b) const noexcept;
  /// Whether all of the line is inside. A line that touches the edge of a polygon with a reflex corner counts
  /// as one that leaves it.
  bool covers(GridPoint a, GridPoint b) const noexcept;
  /// Whether the edge comes into the box.
  bool edge_meets(const Box& box) const noexcept;
  /// For points that are not on the edge.
  bool has_inside(GridPoint point) const noexcept;

 private:
  bool edge_meets(GridPoint a, GridPoint b) const noexcept;
  bool convex_contains(GridPoint point) const noexcept;

  Corners corners_;  ///< the first one again at the end
  Box box_;
  bool convex_ = false;
  int winding_ = 1;
};

}  // namespace idn::client
