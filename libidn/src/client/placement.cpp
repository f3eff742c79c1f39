// SPDX-License-Identifier: MIT
#include "client/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace idn::client {
namespace {

constexpr float kLeft = -32768, kRight = 32767;

/// Quarter turns are exact.
double cosine(double degrees) noexcept {
  const double turned = std::fmod(std::abs(degrees), 360);
  if (turned == 90 || turned == 270) return 0;
  if (turned == 180) return -1;
  return std::cos(turned * std::numbers::pi / 180);
}

std::int16_t nearest_position(float value) noexcept {
  // From a positive number, of which the whole part is what the plain conversion gives.
  return static_cast<std::int16_t>(static_cast<std::int32_t>(std::clamp(value, kLeft, kRight) + 32768.5F) -
                                   32768);
}

/// Mirrored, the lowest position has no counterpart, and the one next to it will do.
bool is_outside(float value) noexcept {
  return value < kLeft - 1.5F || value > kRight + 1.5F;
}

}  // namespace

Placement::Placement(const Orientation& o) noexcept : is_neutral_(o == Orientation{}) {
  const double c = cosine(o.rotate_degrees) * o.scale, s = cosine(o.rotate_degrees - 90) * o.scale;
  const double x_sign = o.mirror_x ? -1 : 1, y_sign = o.mirror_y ? -1 : 1;
  xx_ = static_cast<float>(c * x_sign);
  xy_ = static_cast<float>(-s * y_sign);
  yx_ = static_cast<float>(s * x_sign);
  yy_ = static_cast<float>(c * y_sign);
  x0_ = static_cast<float>(o.offset_x * 32768);
  y0_ = static_cast<float>(o.offset_y * 32768);
  x_prime_ = static_cast<float>(o.scale * x_sign);
  const auto reaches = [](float x, float y, float offset) {
    return is_outside((std::abs(x) + std::abs(y)) * 32768 + std::abs(offset));
  };
  may_leave_ = reaches(xx_, xy_, x0_) || reaches(yx_, yy_, y0_);
}

void Placement::apply(std::span<LaserSample> samples) const noexcept {
  if (is_neutral_) return;
  for (LaserSample& sample : samples) sample = placed(sample);
}

LaserSample Placement::placed(LaserSample sample) const noexcept {
  const float x = xx_ * sample.x + xy_ * sample.y + x0_, y = yx_ * sample.x + yy_ * sample.y + y0_;
  if (may_leave_ && (is_outside(x) || is_outside(y))) sample = blanked(sample);
  sample.x = nearest_position(x);
  sample.y = nearest_position(y);
  sample.x_prime = nearest_position(x_prime_ * sample.x_prime + x0_);
  return sample;
}

}  // namespace idn::client
