// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "idn/output/output_limits.hpp"
#include "idn/sample.hpp"

namespace idn::test {

/// Random samples many of which exceed limits, of ten kinds in turn: noise, alternating extremes, a resting
/// beam, a slow one, corners of zones, lines across zones, circles, dots, runs against an edge, blinking lines.
class HostileSamples {
 public:
  HostileSamples(std::uint64_t seed, const output::OutputLimits& limits);

  std::vector<LaserSample> packet(std::size_t count);
  std::uint64_t number(std::uint64_t below) { return random_() % below; }

 private:
  LaserSample next();
  void change_manner();
  void aim();
  std::int16_t clipped(double position) const;
  std::int16_t anywhere() { return static_cast<std::int16_t>(random_()); }
  LaserSample lit(double x, double y);
  output::ZonePoint near_corner();

  std::mt19937_64 random_;
  std::vector<output::Polygon> polygons_;
  unsigned manner_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t index_ = 0;
  double x_ = 0, y_ = 0, step_x_ = 0, step_y_ = 0, size_ = 0;
};

}  // namespace idn::test
