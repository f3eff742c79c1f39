// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/picture/drawing.hpp"

namespace idn::bench {

/// How well scanners draw a picture that is repeated, in shares of its width.
struct DrawnError {
  double hook = 0;  ///< largest distance of the lit beam from the strokes
  double gap = 0;   ///< largest distance of the strokes from the lit beam
};

/// @param samples one pass, which is repeated
DrawnError drawn_error(const picture::Drawing& drawing, std::span<const LaserSample> samples, SampleRate rate,
                       double scanner_kpps);

}  // namespace idn::bench
