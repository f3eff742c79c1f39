// SPDX-License-Identifier: MIT
#include "output/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace idn::output {
namespace {

constexpr float kLeft = -32768, kRight = 32767;
constexpr std::size_t kColumn = 64;

/// The cosine, exact for multiples of 90 degrees.
double cosine(double degrees) noexcept {
  const double turned = std::fmod(std::abs(degrees), 360);
  if (turned == 90 || turned == 270) return 0;
  if (turned == 180) return -1;
  return std::cos(turned * std::numbers::pi / 180);
}

/// Rows of a matrix for (x, y, 1).
using Matrix = std::array<std::array<double, 3>, 3>;

Matrix operator*(const Matrix& a, const Matrix& b) noexcept {
  Matrix product{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      for (std::size_t k = 0; k < 3; ++k) product[row][column] += a[row][k] * b[k][column];
  return product;
}

/// In units of which -1..1 are the range.
Matrix affine_part(const Orientation& o) noexcept {
  const double c = cosine(o.rotate_degrees) * o.scale, s = cosine(o.rotate_degrees - 90) * o.scale;
  const double x_sign = o.mirror_x ? -1 : 1, y_sign = o.mirror_y ? -1 : 1;
  return {{{c * x_sign, -s * y_sign, o.offset_x}, {s * x_sign, c * y_sign, o.offset_y}, {0, 0, 1}}};
}

/// The projective transform of the square 0..1 to the quadrilateral: Heckbert, "Fundamentals of Texture Mapping
/// and Image Warping", 1989, section 2.2.3; behind one of -1..1 to 0..1.
Matrix matrix_of(const Keystone& keystone) noexcept {
  const auto& [p0, p1, p2, p3] = keystone;
  const double dx1 = p1.x - p2.x, dx2 = p3.x - p2.x, dx3 = p0.x - p1.x + p2.x - p3.x;
  const double dy1 = p1.y - p2.y, dy2 = p3.y - p2.y, dy3 = p0.y - p1.y + p2.y - p3.y;
  const double area = dx1 * dy2 - dx2 * dy1;
  const double g = (dx3 * dy2 - dx2 * dy3) / area, h = (dx1 * dy3 - dx3 * dy1) / area;
  const Matrix of_unit_square{{{p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x},
                               {p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y},
                               {g, h, 1}}};
  return of_unit_square * Matrix{{{0.5, 0, 0.5}, {0, 0.5, 0.5}, {0, 0, 1}}};
}

std::int16_t nearest_position(float value) noexcept {
  const float low = value < kLeft ? kLeft : value, within = low > kRight ? kRight : low;
  // The conversion truncates; with a positive argument this rounds to the nearest position.
  return static_cast<std::int16_t>(static_cast<std::int32_t>(within + 32768.5F) - 32768);
}

/// One position of tolerance: mirrored, -32768 becomes 32768, which is shown at 32767 instead of blanked.
bool is_outside(float value) noexcept {
  return value < kLeft - 1.5F || value > kRight + 1.5F;
}

}  // namespace

Placement::Placement(const Orientation& o) noexcept
    : is_neutral_(o == Orientation{}), has_keystone_(o.keystone != Keystone{}) {
  const Matrix affine = affine_part(o);
  const Matrix m = has_keystone_ ? matrix_of(o.keystone) * affine : affine;
  const auto factor = [](double value) { return static_cast<float>(value); };
  const auto position = [](double value) { return static_cast<float>(value * 32768); };
  const auto per_position = [](double value) { return static_cast<float>(value / 32768); };
  xx_ = factor(m[0][0]), xy_ = factor(m[0][1]), x0_ = position(m[0][2]);
  yx_ = factor(m[1][0]), yy_ = factor(m[1][1]), y0_ = position(m[1][2]);
  wx_ = per_position(m[2][0]), wy_ = per_position(m[2][1]), w0_ = factor(m[2][2]);
  x_prime_ = factor(o.scale * (o.mirror_x ? -1 : 1));
  x_prime0_ = position(o.offset_x);
  may_exceed_range_ = may_exceed_range();
}

Placement::Point Placement::point_of(float x, float y) const noexcept {
  const float w = wx_ * x + wy_ * y + w0_;
  const float in_front = std::max(w, 1e-3F);
  return {(xx_ * x + xy_ * y + x0_) / in_front, (yx_ * x + yy_ * y + y0_) / in_front, w == in_front};
}

/// The image of a square is convex as long as all corners are in front: no point is further out than a corner.
bool Placement::may_exceed_range() const noexcept {
  for (const float x : {kLeft, -kLeft})
    for (const float y : {kLeft, -kLeft}) {
      const Point corner = point_of(x, y);
      if (!corner.is_in_front || is_outside(corner.x) || is_outside(corner.y)) return true;
    }
  return false;
}

void Placement::apply(std::span<LaserSample> samples) const noexcept {
  if (is_neutral_) return;
  while (!samples.empty()) {
    const std::size_t count = std::min(samples.size(), kColumn);
    if (may_exceed_range_) blank_outside(samples.first(count));
    has_keystone_ ? place<true>(samples.first(count)) : place<false>(samples.first(count));
    samples = samples.subspan(count);
  }
}

/// With arrays for each coordinate, so that compilers use vector instructions.
template <bool kHasKeystone>
void Placement::place(std::span<LaserSample> samples) const noexcept {
  std::array<float, kColumn> x, y, x_prime;
  std::array<std::int16_t, kColumn> to_x, to_y, to_x_prime;
  const std::size_t count = samples.size();
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = samples[i].x;
    y[i] = samples[i].y;
    x_prime[i] = samples[i].x_prime;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (kHasKeystone) {
      const Point point = point_of(x[i], y[i]);
      to_x[i] = nearest_position(point.x);
      to_y[i] = nearest_position(point.y);
    } else {
      to_x[i] = nearest_position(xx_ * x[i] + xy_ * y[i] + x0_);
      to_y[i] = nearest_position(yx_ * x[i] + yy_ * y[i] + y0_);
    }
    to_x_prime[i] = nearest_position(x_prime_ * x_prime[i] + x_prime0_);
  }
  for (std::size_t i = 0; i < count; ++i) {
    samples[i].x = to_x[i];
    samples[i].y = to_y[i];
    samples[i].x_prime = to_x_prime[i];
  }
}

void Placement::blank_outside(std::span<LaserSample> samples) const noexcept {
  for (LaserSample& s : samples) {
    const Point point = point_of(s.x, s.y);
    if (!point.is_in_front || is_outside(point.x) || is_outside(point.y)) s = blanked(s);
  }
}

}  // namespace idn::output
