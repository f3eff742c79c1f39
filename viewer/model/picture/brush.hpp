// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "viewer/model/picture/light.hpp"

namespace idn::viewer {

/// Puts strokes on the screen. Short ones that go on straight, evenly and in one colour become one line first:
/// a spot is some ten pixels wide with its skirts, while a sample at 100 kHz is one or two long.
class Brush {
 public:
  explicit Brush(Light& light) : light_(light) {}

  /// @param amount light times pixels of its way: what a line of this brightness and length holds
  void stroke(Pixel from, Pixel to, Rgb amount);
  /// Draws what was held back.
  void flush();

 private:
  struct Line {
    Pixel from, to;
    float length = 0;
    Pixel direction;  ///< of its first piece
    Rgb amount;
  };

  bool goes_on(const Line& piece) const noexcept;

  Light& light_;
  std::optional<Line> line_;
};

}  // namespace idn::viewer
