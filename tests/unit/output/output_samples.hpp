// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "output/output_stage.hpp"
#include "support/catch.hpp"

namespace idn::test {

using Samples = std::vector<LaserSample>;

inline constexpr SampleRate kShowRate{30'000};

inline LaserSample white(int x, int y, std::uint16_t level = 65535) {
  return {.x = static_cast<std::int16_t>(x),
          .y = static_cast<std::int16_t>(y),
          .r = level,
          .g = level,
          .b = level,
          .intensity = 65535};
}

inline Samples after(const output::OutputOptions& options, Samples samples, SampleRate rate = kShowRate) {
  REQUIRE_FALSE(problem_in(options));
  output::OutputStage stage(options, rate);
  stage.process(samples);
  return samples;
}

inline std::vector<int> x_of(const Samples& samples) {
  std::vector<int> all;
  for (const auto& sample : samples) all.push_back(sample.x);
  return all;
}

inline std::vector<int> red_of(const Samples& samples) {
  std::vector<int> all;
  for (const auto& sample : samples) all.push_back(sample.r);
  return all;
}

/// A circle of `per_turn` samples, `widths` of a picture wide.
inline Samples circle(double widths, int per_turn, int count) {
  Samples samples;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / per_turn;
    samples.push_back(white(static_cast<int>(std::lround(32767 * widths * std::cos(angle))),
                            static_cast<int>(std::lround(32767 * widths * std::sin(angle)))));
  }
  return samples;
}

/// Limits of every kind.
inline output::OutputLimits all_limits() {
  using namespace std::chrono_literals;
  using output::Brightness;
  using enum output::LimitAction;
  return {.speed = {1000, Clamp},
          .acceleration = {6e6, Clamp},
          .picture = {-0.7, 0.6, -0.5, 0.8, Clamp},
          .brightness = {Brightness::all(0.5), Clamp},
          .dwell = {0.05, 2ms, 0.1, Clamp},
          .zones = {{{{-0.3, -0.4}, {0.5, -0.1}, {0.1, 0.6}}, Brightness::all(0.1), Clamp}},
          .allowed = {{{{{-1, -0.6}, {1, -0.6}, {0.9, 1}, {-0.8, 0.9}}}}}};
}

}  // namespace idn::test
