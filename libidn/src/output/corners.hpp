// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "idn/output/output_limits.hpp"

/// Exact integer geometry on the grid of positions: 65536 per coordinate; -1 is -32768, and 1 is 32768.
namespace idn::output {

struct GridPoint {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

struct Box {
  GridPoint low;
  GridPoint high;
};

using Corners = std::vector<GridPoint>;

Corners on_grid(const Polygon& polygon);

/// Positive where a, b, c turn counterclockwise, 0 where they are on one line.
constexpr std::int64_t orientation(GridPoint a, GridPoint b, GridPoint c) noexcept {
  return std::int64_t{b.x - a.x} * (c.y - a.y) - std::int64_t{b.y - a.y} * (c.x - a.x);
}

constexpr Box box_of(GridPoint a, GridPoint b) noexcept {
  return {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}, {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
}

constexpr bool overlap(const Box& a, const Box& b) noexcept {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

/// Whether the line segments ab and cd, including their ends, have a point in common. Either may be a point.
constexpr bool lines_meet(GridPoint a, GridPoint b, GridPoint c, GridPoint d) noexcept {
  if (!overlap(box_of(a, b), box_of(c, d))) return false;
  const auto on_one_side = [](std::int64_t turn, std::int64_t other) {
    return (turn > 0 && other > 0) || (turn < 0 && other < 0);
  };
  return !on_one_side(orientation(a, b, c), orientation(a, b, d)) &&
         !on_one_side(orientation(c, d, a), orientation(c, d, b));
}

/// Whether the polygon is simple: it encloses an area, and its outline neither crosses nor touches itself.
bool is_simple(const Corners& corners) noexcept;

}  // namespace idn::output
