// SPDX-License-Identifier: MIT
#include "idn/stream/blanked_move.hpp"

#include <algorithm>
#include <cmath>

namespace idn::stream {
namespace {

/// Scanners of the 30 kpps class cross a picture of full size in about a millisecond and settle in a tenth.
constexpr double kSecondsPerFullWidth = 1e-3;
constexpr double kSettleSeconds = 1e-4;
constexpr double kFullWidth = 65535;

std::int16_t between(std::int16_t from, std::int16_t to, double part) {
  return static_cast<std::int16_t>(std::lround(from + part * (to - from)));
}

struct Phases {
  int moving = 0;
  std::size_t settling = 0;  ///< before and after
};

Phases phases(LaserSample from, LaserSample to, SampleRate rate) noexcept {
  if (from.x == to.x && from.y == to.y) return {};
  // Both axes move at once, so the longer way decides.
  const double distance = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
  return {static_cast<int>(std::ceil(distance / kFullWidth * kSecondsPerFullWidth * rate.per_second)),
          static_cast<std::size_t>(std::ceil(kSettleSeconds * rate.per_second))};
}

}  // namespace

void append_blanked_move(LaserSample from, LaserSample to, SampleRate rate, std::vector<LaserSample>& samples) {
  const auto [moving, settling] = phases(from, to, rate);
  samples.insert(samples.end(), settling, blanked(from));
  for (int i = 1; i <= moving; ++i) {
    const double t = static_cast<double>(i) / moving;
    const double eased = t * t * (3 - 2 * t);
    samples.push_back({.x = between(from.x, to.x, eased), .y = between(from.y, to.y, eased)});
  }
  samples.insert(samples.end(), settling, blanked(to));
}

std::size_t blanked_move_length(LaserSample from, LaserSample to, SampleRate rate) noexcept {
  const auto [moving, settling] = phases(from, to, rate);
  return static_cast<std::size_t>(moving) + 2 * settling;
}

}  // namespace idn::stream
