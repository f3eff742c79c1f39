// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "viewer/model/picture/light.hpp"

namespace idn::viewer {

/// Draws strokes into a Light. To save time, successive short strokes that are nearly collinear and equal in
/// colour and brightness are merged into one line: a sample at 100 kHz is one or two pixels long, but the spot
/// to be drawn for it is about ten pixels wide.
class Brush {
 public:
  explicit Brush(Light& light) : light_(light) {}

  /// @param amount the total light of the stroke: brightness times length in pixels
  void stroke(Pixel from, Pixel to, LinearRgb amount);
  /// Draws the line that is still being merged.
  void flush();

 private:
  struct Line {
    Pixel from, to;
    float length = 0;
    Pixel direction;  ///< unit vector of its first stroke
    LinearRgb amount;
  };

  bool extends_line(const Line& piece) const noexcept;

  Light& light_;
  std::optional<Line> line_;
};

}  // namespace idn::viewer
