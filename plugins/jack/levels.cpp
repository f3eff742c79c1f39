// SPDX-License-Identifier: MIT
#include "plugins/jack/levels.hpp"

#include <cmath>

namespace idn::jack {
namespace {

constexpr std::array<std::string_view, kSignals> kNames{"x", "y", "r", "g", "b", "i", "u1", "u2", "u3"};

double level_at(const Levels& levels, Signal signal, std::size_t index) noexcept {
  const float* const port = levels[static_cast<std::size_t>(signal)];
  return port != nullptr ? static_cast<double>(port[index]) : 0;
}

std::uint16_t to_colour(double level) noexcept {
  const double inside = level > 0 ? (level < 1 ? level : 1) : 0;
  return static_cast<std::uint16_t>(inside * 65'535 + 0.5);
}

}  // namespace

std::string_view to_string(Signal signal) noexcept {
  return kNames[static_cast<std::size_t>(signal)];
}

std::optional<Signal> signal_from(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kSignals; ++i)
    if (name == kNames[i]) return static_cast<Signal>(i);
  return std::nullopt;
}

LaserSample sample_of(const Levels& levels, std::size_t index, const LaserSample& before) noexcept {
  const auto level = [&](Signal signal) { return level_at(levels, signal, index); };
  const double x = level(Signal::X), y = level(Signal::Y);
  if (!std::isfinite(x) || !std::isfinite(y)) return blanked(before);
  LaserSample sample = sample_at(x, y, level(Signal::R), level(Signal::G), level(Signal::B));
  sample.u1 = to_colour(level(Signal::U1));
  sample.u2 = to_colour(level(Signal::U2));
  sample.u3 = to_colour(level(Signal::U3));
  const bool has_intensity = levels[static_cast<std::size_t>(Signal::I)] != nullptr;
  if (sample.is_dark())
    sample.intensity = 0;
  else
    sample.intensity = has_intensity ? to_colour(level(Signal::I)) : 0xFFFF;
  return sample;
}

}  // namespace idn::jack
