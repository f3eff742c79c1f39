// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/picture/drawing.hpp"

namespace idn::picture {

/// Ends of strokes that are nearer than this are joined without a dark move.
constexpr double kMeeting = 1e-3;

/// The strokes with light in the order, in the direction and from the start with a short dark way, cyclic: the
/// way from the last one to the first counts. Begins with the first of `strokes`. Nearest neighbour, then 2-opt
/// and or-opt until nothing becomes shorter, or kMostComparisons.
std::vector<DrawnStroke> route(const std::vector<DrawnStroke>& strokes);

/// Measure of the dark time from one place to another: nothing if they meet, else that of all moves and a part
/// that grows as the square root of the distance.
double dark_cost(const Vertex& from, const Vertex& to) noexcept;

}  // namespace idn::picture
