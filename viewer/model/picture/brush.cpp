// SPDX-License-Identifier: MIT
#include "viewer/model/picture/brush.hpp"

#include <cmath>

namespace idn::viewer {
namespace {

/// Largest distance of a merged line from the strokes that it replaces, in pixels.
constexpr float kDeviation = 0.015F;
/// Largest relative difference in brightness of merged strokes.
constexpr float kUnevenness = 0.01F;
/// Largest length of a merged line, in pixels; longer ones would not save time.
constexpr float kLongest = 48;

bool same_place(Pixel a, Pixel b) {
  return a.x == b.x && a.y == b.y;
}

/// Whether two amounts of light, each over its length, have the same colour and brightness.
bool is_even(LinearRgb a, float a_length, LinearRgb b, float b_length) {
  const auto close = [=](float of_a, float of_b) {
    return std::abs(of_a * b_length - of_b * a_length) <= kUnevenness * of_a * b_length;
  };
  return close(a.r, b.r) && close(a.g, b.g) && close(a.b, b.b);
}

}  // namespace

void Brush::stroke(Pixel from, Pixel to, LinearRgb amount) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::hypot(dx, dy);
  const float scale = length > 0 ? 1 / length : 0;
  const Line segment{from, to, length, {dx * scale, dy * scale}, amount};
  if (!line_ || !extends_line(segment)) {
    flush();
    line_ = segment;
    return;
  }
  line_->to = to;
  line_->length += length;
  line_->amount = line_->amount + amount;
}

/// Whether `segment` can be merged into line_. An arc of angle a and length l deviates from its chord by l a
/// / 8.
bool Brush::extends_line(const Line& segment) const noexcept {
  if (!same_place(line_->to, segment.from)) return false;
  if (line_->length == 0 || segment.length == 0) return line_->length == segment.length;
  const float length = line_->length + segment.length;
  if (length > kLongest || !is_even(line_->amount, line_->length, segment.amount, segment.length)) return false;
  const float turn =
      std::abs(line_->direction.x * segment.direction.y - line_->direction.y * segment.direction.x);
  const float ahead = line_->direction.x * segment.direction.x + line_->direction.y * segment.direction.y;
  return ahead > 0 && turn * length <= 8 * kDeviation;
}

void Brush::flush() {
  if (line_) light_.add_line_total(line_->from, line_->to, line_->amount);
  line_.reset();
}

}  // namespace idn::viewer
