// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/sample.hpp"

/// Reference renderer: the viewer's picture by its definition, independent of its code. Every pixel adds up the
/// light of a Gaussian spot in steps much finer than the spot, in double precision; scanners are integrated by
/// Runge-Kutta; screen values are computed by the formulas. Simple, but takes hours instead of milliseconds per
/// second of film.
namespace idn::test {

struct SlowScanner {
  double bandwidth_hz = 0;  ///< 3 dB, of a system with damping 1 / sqrt(2)
};

struct SlowScene {
  std::vector<LaserSample> samples{};  ///< drawn once, from time zero on
  double rate = 0;                     ///< samples per second
  double at = 0;                       ///< time of the picture, in seconds
  int width = 160;
  int height = 160;
  double persistence = 0.02;  ///< seconds
  double exposure = 1;
  bool ttl = false;
  std::optional<SlowScanner> scanner{};
};

/// Renders the pixels, 0xffRRGGBB row by row.
std::vector<std::uint32_t> render_slowly(const SlowScene& scene);

}  // namespace idn::test
