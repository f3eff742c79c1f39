// SPDX-License-Identifier: MIT
#include "unit/output/hostile_samples.hpp"

#include <algorithm>
#include <cmath>

namespace idn::test {

HostileSamples::HostileSamples(std::uint64_t seed, const output::OutputLimits& limits) : random_(seed) {
  for (const auto& zone : limits.zones) polygons_.push_back(zone.corners);
  for (const auto& allowed : limits.allowed)
    polygons_.insert(polygons_.end(), allowed.zones.begin(), allowed.zones.end());
  if (polygons_.empty()) polygons_.push_back({{-0.5, -0.5}, {0.5, -0.5}, {0, 0.5}});
}

std::vector<LaserSample> HostileSamples::packet(std::size_t count) {
  std::vector<LaserSample> samples(count);
  for (auto& sample : samples) sample = next();
  return samples;
}

void HostileSamples::change_manner() {
  manner_ = static_cast<unsigned>(number(10));
  left_ = 1 + number(3000);
  aim();
}

void HostileSamples::aim() {
  x_ = anywhere();
  y_ = anywhere();
  const double most = std::exp2(static_cast<double>(number(15)));
  step_x_ = most * static_cast<double>(number(201)) / 100 - most;
  step_y_ = most * static_cast<double>(number(201)) / 100 - most;
  size_ = std::exp2(static_cast<double>(number(16)));
}

LaserSample HostileSamples::next() {
  if (left_ == 0) change_manner();
  --left_;
  ++index_;
  const auto flip = [&](double value) { return index_ % 2 == 0 ? value : -value; };
  switch (manner_) {
    case 0:
      return lit(anywhere(), anywhere());
    case 1:
      return lit(flip(32768), number(3) == 0 ? flip(-32768) : y_);
    case 2:
      return lit(x_ + static_cast<double>(number(3)), y_);
    case 3:
      x_ += step_x_ / 1e4;
      y_ += step_y_ / 1e4;
      return lit(x_, y_);
    case 4: {
      const auto corner = near_corner();
      return lit(corner.x, corner.y);
    }
    case 5: {
      const auto corner = near_corner();
      return lit(corner.x + flip(size_), corner.y + flip(step_y_));
    }
    case 6: {
      const double angle = static_cast<double>(index_) * step_x_ / 32768;
      return lit(x_ + size_ * std::cos(angle), y_ + size_ * std::sin(angle));
    }
    case 7:
      if (number(40) == 0) aim();
      return lit(x_, y_);
    case 8:
      x_ += step_x_;
      y_ += step_y_;
      if (std::abs(x_) > 33000) step_x_ = x_ > 0 ? -std::abs(step_x_) : std::abs(step_x_);
      if (std::abs(y_) > 33000) step_y_ = y_ > 0 ? -std::abs(step_y_) : std::abs(step_y_);
      return lit(x_, y_);
    default:
      step_x_ += static_cast<double>(number(101)) - 50;
      step_y_ += static_cast<double>(number(101)) - 50;
      x_ = clipped(x_ + step_x_);
      y_ = clipped(y_ + step_y_);
      return number(3) == 0 ? blanked(lit(x_, y_)) : lit(x_, y_);
  }
}

std::int16_t HostileSamples::clipped(double position) const {
  return static_cast<std::int16_t>(std::clamp(position, -32768.0, 32767.0));
}

LaserSample HostileSamples::lit(double x, double y) {
  LaserSample sample{.x = clipped(x), .y = clipped(y)};
  const auto colours = random_();
  const auto level = [&](unsigned bit) {
    return (colours >> bit & 3) == 0 ? std::uint16_t{65535} : std::uint16_t(colours >> 16);
  };
  switch (colours % 16) {
    case 0:  // the legacy signal of one colour
      sample.intensity = 65535;
      break;
    case 1:
      sample.u2 = level(4);
      break;
    default:
      sample.r = level(4);
      sample.g = level(6);
      sample.b = level(8);
      sample.intensity = 65535;
      sample.u1 = level(10);
      sample.u3 = level(12);
  }
  return sample;
}

output::ZonePoint HostileSamples::near_corner() {
  const auto& polygon = polygons_[number(polygons_.size())];
  const auto index = number(polygon.size());
  const auto& a = polygon[index];
  const auto& b = polygon[(index + 1) % polygon.size()];
  const double part = number(2) == 0 ? 0 : static_cast<double>(number(1001)) / 1000;
  return {(a.x + part * (b.x - a.x)) * 32768 + static_cast<double>(number(5)) - 2,
          (a.y + part * (b.y - a.y)) * 32768 + static_cast<double>(number(5)) - 2};
}

}  // namespace idn::test
