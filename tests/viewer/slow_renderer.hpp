// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/sample.hpp"

/// The viewer's picture once more, as its definition reads and with nothing of its code: every pixel adds up
/// the light of a Gaussian spot in steps much finer than the spot, in double precision; scanners are integrated
/// by Runge-Kutta; screen values come from the formulas. Hours instead of milliseconds per second of film, but
/// nothing to get wrong.
namespace idn::test {

struct SlowScanner {
  double bandwidth_hz = 0;  ///< 3 dB, of a system with damping 1 / sqrt(2)
};

struct SlowScene {
  std::vector<LaserSample> samples{};  ///< from time zero on, once
  double rate = 0;                     ///< per second
  double at = 0;                       ///< moment of the picture, in seconds
  int width = 160;
  int height = 160;
  double persistence = 0.02;  ///< seconds
  double exposure = 1;
  bool ttl = false;
  std::optional<SlowScanner> scanner{};
};

/// 0xffRRGGBB row by row.
std::vector<std::uint32_t> render_slowly(const SlowScene& scene);

}  // namespace idn::test
