// SPDX-License-Identifier: MIT
#include "plugins/jack/level_hold.hpp"

#include <algorithm>
#include <cmath>

namespace idn::jack {
namespace {

constexpr Duration kTurn = std::chrono::seconds(1);

}  // namespace

/// The follower keeps a buffer full that is fed faster; this one gets emptier then. What is free behaves as
/// that one's level does.
void LevelHold::observe(TimePoint at, Duration level) noexcept {
  follower_.observe(at, stream::ClockFollower::kLongestLevel - level);
}

SampleRate LevelHold::rate(TimePoint now) noexcept {
  if (now < turn_ends_) return rate_;
  turn_ends_ = now + kTurn;
  correction_ppb_ = follower_.correction_ppb(now);
  const double wanted = nominal_.per_second * (1 + static_cast<double>(correction_ppb_) * 1e-9) + owed_;
  const double whole = std::clamp(std::round(wanted), 1.0, static_cast<double>(SampleRate::kMax));
  owed_ = std::clamp(wanted - whole, -1.0, 1.0);
  rate_ = {static_cast<std::uint32_t>(whole)};
  return rate_;
}

}  // namespace idn::jack
