// SPDX-License-Identifier: MIT
#include "viewer/slow_renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace idn::test {
namespace {

using std::numbers::pi;

struct Point {
  double x = 0, y = 0;
};

/// Linear sRGB of 638, 532 and 460 nm, from the tables of the CIE 1931 observer, clipped to the gamut of a
/// screen.
constexpr double kLines[3][3] = {{1, 0, 0}, {0, 1, 0}, {0.0101, 0, 1}};

class Screen {
 public:
  explicit Screen(const SlowScene& scene)
      : scene_(scene),
        side_(std::min(scene.width, scene.height)),
        sigma_(std::max(0.6, side_ / 1080.0)),
        light_(static_cast<std::size_t>(scene.width) * static_cast<std::size_t>(scene.height)) {}

  double pixels_per_unit() const { return side_ * 0.45; }

  /// Adds the light of a spot at a position from -1 to 1, with `energy` of each colour.
  void deposit(Point at, const std::array<double, 3>& energy) {
    const double cx = scene_.width / 2.0 + at.x * pixels_per_unit();
    const double cy = scene_.height / 2.0 - at.y * pixels_per_unit();
    const int reach = static_cast<int>(std::ceil(7 * sigma_));
    for (int y = static_cast<int>(cy) - reach; y <= static_cast<int>(cy) + reach; ++y)
      for (int x = static_cast<int>(cx) - reach; x <= static_cast<int>(cx) + reach; ++x)
        add(x, y, cx, cy, energy);
  }

  std::vector<std::uint32_t> rendered() const {
    std::vector<std::uint32_t> pixels;
    // Definition of brightness 1: the middle of a line of four times the height, repeated at constant speed.
    const double gain = scene_.exposure / scene_.persistence * 4 * side_ * sigma_ * std::sqrt(2 * pi);
    for (const auto& light : light_)
      pixels.push_back(0xFF000000U | value(light[0] * gain) << 16 | value(light[1] * gain) << 8 |
                       value(light[2] * gain));
    return pixels;
  }

 private:
  void add(int x, int y, double cx, double cy, const std::array<double, 3>& energy) {
    if (x < 0 || y < 0 || x >= scene_.width || y >= scene_.height) return;
    const double dx = x + 0.5 - cx, dy = y + 0.5 - cy;
    const double density = std::exp(-(dx * dx + dy * dy) / (2 * sigma_ * sigma_)) / (2 * pi * sigma_ * sigma_);
    auto& light = light_[static_cast<std::size_t>(y) * static_cast<std::size_t>(scene_.width) +
                         static_cast<std::size_t>(x)];
    for (std::size_t i = 0; i < 3; ++i) light[i] += energy[i] * density;
  }

  static std::uint32_t value(double light) {
    const double soft = light / std::sqrt(1 + light * light);
    const double srgb = soft <= 0.0031308 ? 12.92 * soft : 1.055 * std::pow(soft, 1 / 2.4) - 0.055;
    return static_cast<std::uint32_t>(std::lround(255 * srgb));
  }

  const SlowScene& scene_;
  double side_, sigma_;
  std::vector<std::array<double, 3>> light_;
};

std::array<double, 3> power(const LaserSample& sample, bool ttl) {
  const std::array signals{sample.r, sample.g, sample.b};
  std::array<double, 3> light{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = ttl ? (signals[i] >= 0x8000 ? 1.0 : 0.0) : signals[i] / 65535.0;
    for (std::size_t c = 0; c < 3; ++c) light[c] += value * kLines[i][c];
  }
  return light;
}

/// x'' = w^2 (u - x) - sqrt(2) w x', integrated by the classical Runge-Kutta method of fourth order.
class Mirror {
 public:
  Mirror(double bandwidth_hz, double position) : w_(2 * pi * bandwidth_hz), x_(position) {}

  double follow(double command, double seconds) {
    const auto slope = [&](double x, double v) { return w_ * w_ * (command - x) - std::sqrt(2.0) * w_ * v; };
    const double h = seconds;
    const double x1 = v_, v1 = slope(x_, v_);
    const double x2 = v_ + h / 2 * v1, v2 = slope(x_ + h / 2 * x1, v_ + h / 2 * v1);
    const double x3 = v_ + h / 2 * v2, v3 = slope(x_ + h / 2 * x2, v_ + h / 2 * v2);
    const double x4 = v_ + h * v3, v4 = slope(x_ + h * x3, v_ + h * v3);
    x_ += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4);
    v_ += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    return x_;
  }

 private:
  double w_, x_, v_ = 0;
};

Point place(const LaserSample& sample) {
  return {sample.x / 32767.0, sample.y / 32767.0};
}

}  // namespace

std::vector<std::uint32_t> render_slowly(const SlowScene& scene) {
  Screen screen(scene);
  Point before = place(scene.samples.front());
  const double bandwidth = scene.scanner ? scene.scanner->bandwidth_hz : 0;
  Mirror mirror_x(bandwidth, before.x), mirror_y(bandwidth, before.y);
  for (std::size_t i = 0; i < scene.samples.size(); ++i) {
    const double begin = static_cast<double>(i) / scene.rate;
    if (begin >= scene.at) break;
    const Point to = place(scene.samples[i]);
    const auto lit = power(scene.samples[i], scene.ttl);
    const double way = std::hypot(to.x - before.x, to.y - before.y) * screen.pixels_per_unit();
    const int steps = std::max(24, static_cast<int>(way / 0.1));
    const double dt = 1 / scene.rate / steps;
    const bool is_seen = scene.at - begin < 20 * scene.persistence && lit[0] + lit[1] + lit[2] > 0;
    for (int k = 0; k < steps; ++k) {
      const double t = begin + (k + 0.5) * dt;
      const double share = (k + 0.5) / steps;
      Point spot{before.x + share * (to.x - before.x), before.y + share * (to.y - before.y)};
      if (scene.scanner) spot = {mirror_x.follow(to.x, dt), mirror_y.follow(to.y, dt)};
      if (!is_seen || t >= scene.at) continue;
      const double left = std::exp(-(scene.at - t) / scene.persistence) * dt;
      screen.deposit(spot, {lit[0] * left, lit[1] * left, lit[2] * left});
    }
    before = to;
  }
  return screen.rendered();
}

}  // namespace idn::test
