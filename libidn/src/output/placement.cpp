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
  may_exceed_range_ = reaches(xx_, xy_, x0_) || reaches(yx_, yy_, y0_);
}

void Placement::apply(std::span<LaserSample> samples) const noexcept {
  if (is_neutral_) return;
  while (!samples.empty()) {
    const std::size_t count = std::min(samples.size(), kColumn);
    if (may_exceed_range_) blank_outside(samples.first(count));
    place(samples.first(count));
    samples = samples.subspan(count);
  }
}

/// With arrays for each coordinate, so that compilers use vector instructions.
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
    to_x[i] = nearest_position(xx_ * x[i] + xy_ * y[i] + x0_);
    to_y[i] = nearest_position(yx_ * x[i] + yy_ * y[i] + y0_);
    to_x_prime[i] = nearest_position(x_prime_ * x_prime[i] + x0_);
  }
  for (std::size_t i = 0; i < count; ++i) {
    samples[i].x = to_x[i];
    samples[i].y = to_y[i];
    samples[i].x_prime = to_x_prime[i];
  }
}

void Placement::blank_outside(std::span<LaserSample> samples) const noexcept {
  for (LaserSample& s : samples) {
    const auto x = static_cast<float>(s.x), y = static_cast<float>(s.y);
    if (is_outside(xx_ * x + xy_ * y + x0_) || is_outside(yx_ * x + yy_ * y + y0_)) s = blanked(s);
  }
}

}  // namespace idn::output
