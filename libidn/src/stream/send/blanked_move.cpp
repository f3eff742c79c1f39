// SPDX-License-Identifier: MIT
#include "idn/stream/send/blanked_move.hpp"

#include <algorithm>
#include <cmath>

namespace idn::stream {
namespace {

constexpr double kFullWidth = 65535;
constexpr double kUsualKpps = 30;

std::int16_t between(std::int16_t from, std::int16_t to, double part) {
  return static_cast<std::int16_t>(std::lround(from + part * (to - from)));
}

std::size_t samples_in(Duration time, SampleRate rate) noexcept {
  return static_cast<std::size_t>(std::ceil(in_seconds(time) * rate.per_second));
}

struct Phases {
  int moving = 0;
  std::size_t before = 0, after = 0;  ///< dwell samples
};

Phases phases(LaserSample from, LaserSample to, SampleRate rate, const MoveTiming& timing) noexcept {
  if (from.x == to.x && from.y == to.y) return {};
  // Both axes move at the same time, so the longer distance decides.
  const double distance = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
  return {static_cast<int>(std::ceil(distance / kFullWidth * in_seconds(timing.across) * rate.per_second)),
          samples_in(timing.dwell_before, rate), samples_in(timing.dwell_after, rate)};
}

}  // namespace

/// The defaults come from the model of a closed-loop scanner of second order, of 77 Hz bandwidth per kpps and
/// damping 0.707: its time constant is 2.9 ms / kpps, 97 us at 30 kpps. After four time constants the error
/// that is left of any move is below 1/500 of the width.
MoveTiming MoveTiming::for_scanners(double kpps) noexcept {
  const auto scaled = [kpps](Duration usual) {
    return Duration(
        static_cast<Duration::rep>(std::llround(static_cast<double>(usual.count()) * kUsualKpps / kpps)));
  };
  const MoveTiming usual;
  return {scaled(usual.across), scaled(usual.dwell_before), scaled(usual.dwell_after)};
}

bool MoveTiming::is_valid() const noexcept {
  const auto is_from = [](Duration least, Duration value) { return value >= least && value <= kLongest; };
  constexpr Duration kShortestMove = std::chrono::microseconds(10);
  return is_from(kShortestMove, across) && is_from(Duration{0}, dwell_before) &&
         is_from(Duration{0}, dwell_after);
}

void append_blanked_move(LaserSample from, LaserSample to, SampleRate rate, std::vector<LaserSample>& samples,
                         const MoveTiming& timing) {
  const auto [moving, before, after] = phases(from, to, rate, timing);
  samples.insert(samples.end(), before, blanked(from));
  for (int i = 1; i <= moving; ++i) {
    const double t = static_cast<double>(i) / moving;
    const double eased = t * t * (3 - 2 * t);
    samples.push_back({.x = between(from.x, to.x, eased), .y = between(from.y, to.y, eased)});
  }
  samples.insert(samples.end(), after, blanked(to));
}

std::size_t blanked_move_length(LaserSample from, LaserSample to, SampleRate rate,
                                const MoveTiming& timing) noexcept {
  const auto [moving, before, after] = phases(from, to, rate, timing);
  return static_cast<std::size_t>(moving) + before + after;
}

}  // namespace idn::stream
