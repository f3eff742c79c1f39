// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "picture/patterns/patterns.hpp"

namespace idn::picture {

/// A logarithmic sweep: the frequency grows exponentially while the beam crosses the picture.
void draw_sweep(Path& pen, Colour colour) {
  constexpr double kSeconds = 0.04, kFirstHz = 50, kLastHz = 2000, kHeight = 0.5;
  const double growth = std::log(kLastHz / kFirstHz);
  const std::size_t count = pen.samples_for(kSeconds);
  pen.move_to(-1, 0);
  for (std::size_t i = 1; i <= count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(count);
    const double cycles = kFirstHz * kSeconds / growth * std::expm1(growth * t);
    pen.point(-1 + 2 * t, kHeight * std::sin(2 * std::numbers::pi * cycles), colour);
  }
}

}  // namespace idn::picture
