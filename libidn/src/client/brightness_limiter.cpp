// SPDX-License-Identifier: MIT
#include "client/brightness_limiter.hpp"

namespace idn::client {
namespace {

/// The brightest of each colour.
Colours brightest(std::span<const LaserSample> samples) noexcept {
  Colours most{};
  for (const LaserSample& s : samples) {
    const Colours colours = colours_of(s);
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = colours[i] > most[i] ? colours[i] : most[i];
  }
  return most;
}

}  // namespace

BrightnessLimiter::BrightnessLimiter(const BrightnessLimit& limit) noexcept
    : action_(limit.action), most_(colours_at_most(limit.most)) {}

void BrightnessLimiter::process(std::span<LaserSample> samples, Counter& counter) const noexcept {
  if (action_ == LimitAction::Off) return;
  Colours above = brightest(samples);
  above[kIntensity] = 0;
  if (least(above, most_) == above) return limit_intensity(samples, counter);
  std::uint64_t beyond = 0;
  for (LaserSample& sample : samples) {
    if (action_ == LimitAction::Count) {
      beyond += is_beyond(sample, most_);
    } else if (dim_to(sample, most_)) {
      ++beyond;
      if (action_ == LimitAction::Blank) sample = blanked(sample);
    }
  }
  if (beyond != 0) counter.add(beyond);
}

/// The usual case: all colours are within.
void BrightnessLimiter::limit_intensity(std::span<LaserSample> samples, Counter& counter) const noexcept {
  std::uint64_t beyond = 0;
  for (LaserSample& s : samples) {
    if (s.intensity <= most_[kIntensity]) continue;
    const bool is_light = s.is_dark();
    beyond += is_light;
    if (action_ == LimitAction::Count) continue;
    s.intensity = is_light && action_ == LimitAction::Blank ? 0 : most_[kIntensity];
  }
  if (beyond != 0) counter.add(beyond);
}

}  // namespace idn::client
