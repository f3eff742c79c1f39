// SPDX-License-Identifier: MIT
#include "viewer/model/picture/brush.hpp"

#include <cmath>

namespace idn::viewer {
namespace {

/// How far a line may lie from the way that it stands for, in pixels.
constexpr float kDeviation = 0.015F;
/// How much the brightness of its pieces may differ.
constexpr float kUnevenness = 0.01F;
/// Longer pieces gain nothing.
constexpr float kLongest = 48;

bool same_place(Pixel a, Pixel b) {
  return a.x == b.x && a.y == b.y;
}

/// The same colour and brightness, of amounts over different lengths.
bool is_even(Rgb a, float a_length, Rgb b, float b_length) {
  const auto close = [=](float of_a, float of_b) {
    return std::abs(of_a * b_length - of_b * a_length) <= kUnevenness * of_a * b_length;
  };
  return close(a.r, b.r) && close(a.g, b.g) && close(a.b, b.b);
}

}  // namespace

void Brush::stroke(Pixel from, Pixel to, Rgb amount) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::hypot(dx, dy);
  const float scale = length > 0 ? 1 / length : 0;
  const Line piece{from, to, length, {dx * scale, dy * scale}, amount};
  if (!line_ || !goes_on(piece)) {
    flush();
    line_ = piece;
    return;
  }
  line_->to = to;
  line_->length += length;
  line_->amount = line_->amount + amount;
}

/// An arc of angle a and length l is l a / 8 away from its chord.
bool Brush::goes_on(const Line& piece) const noexcept {
  if (!same_place(line_->to, piece.from)) return false;
  if (line_->length == 0 || piece.length == 0) return line_->length == piece.length;
  const float length = line_->length + piece.length;
  if (length > kLongest || !is_even(line_->amount, line_->length, piece.amount, piece.length)) return false;
  const float turn = std::abs(line_->direction.x * piece.direction.y - line_->direction.y * piece.direction.x);
  const float ahead = line_->direction.x * piece.direction.x + line_->direction.y * piece.direction.y;
  return ahead > 0 && turn * length <= 8 * kDeviation;
}

void Brush::flush() {
  if (line_) light_.add_way(line_->from, line_->to, line_->amount);
  line_.reset();
}

}  // namespace idn::viewer
