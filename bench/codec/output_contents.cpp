// SPDX-License-Identifier: MIT
#include "bench/codec/output_contents.hpp"

#include <cmath>
#include <numbers>

#include "bench/sample_pattern.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;
using output::Brightness;
using enum output::LimitAction;

constexpr LaserSample kFullLight{.r = 65535, .g = 60'000, .b = 65535, .intensity = 65535};

LaserSample lit_at(std::int16_t x, std::int16_t y) {
  LaserSample sample = kFullLight;
  sample.x = x;
  sample.y = y;
  return sample;
}

}  // namespace

std::vector<LaserSample> calm_samples(std::size_t count) {
  std::vector<LaserSample> samples;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 400;
    const double radius = 20'000 + 4000 * std::sin(angle / 16);
    samples.push_back({.x = static_cast<std::int16_t>(radius * std::cos(angle)),
                       .y = static_cast<std::int16_t>(radius * std::sin(angle)),
                       .r = 40'000,
                       .g = static_cast<std::uint16_t>(i * 61 % 60'000),
                       .b = 20'000,
                       .intensity = 65535});
    if (i % 400 < 40) samples.back() = blanked(samples.back());
  }
  return samples;
}

std::vector<LaserSample> far_dots(std::size_t count) {
  const auto places = sample_pattern(count);
  std::vector<LaserSample> samples;
  for (std::size_t i = 0; i < count; ++i) {
    const LaserSample& place = places[i / 40];
    samples.push_back(lit_at(place.x, place.y));
  }
  return samples;
}

std::vector<LaserSample> standing_beam(std::size_t count) {
  return std::vector<LaserSample>(count, lit_at(10'000, -5'000));
}

output::OutputLimits all_limits() {
  return {.speed = {1500, Clamp},
          .acceleration = {6e6, Clamp},
          .picture = {-0.9, 0.9, -0.9, 0.9, Clamp},
          .brightness = {Brightness::all(0.95), Clamp},
          .dwell = {0.02, 10ms, 0.3, Blank},
          .zones = {{{{-1, -1}, {1, -1}, {0.8, -0.85}, {-0.8, -0.85}}}},
          .allowed = {{{{{-1, -0.9}, {1, -0.9}, {1, 0.95}, {-1, 0.95}}}}}};
}

}  // namespace idn::bench
