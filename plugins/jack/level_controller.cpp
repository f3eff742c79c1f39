// SPDX-License-Identifier: MIT
#include "plugins/jack/level_controller.hpp"

#include <algorithm>
#include <cmath>

namespace idn::jack {
namespace {

constexpr Duration kUpdatePeriod = std::chrono::seconds(1);

}  // namespace

/// The follower expects a level that rises with the rate, as that of a buffer in the receiver. This buffer gets
/// emptier with a higher rate, so the follower gets its free space instead.
void LevelController::observe(TimePoint at, Duration level) noexcept {
  follower_.observe(at, stream::ClockFollower::kLongestLevel - level);
}

SampleRate LevelController::rate(TimePoint now) noexcept {
  if (now < next_update_) return rate_;
  next_update_ = now + kUpdatePeriod;
  correction_ppb_ = follower_.correction_ppb(now);
  const double wanted =
      nominal_.per_second * (1 + static_cast<double>(correction_ppb_) * 1e-9) + rounding_error_;
  const double whole = std::clamp(std::round(wanted), 1.0, static_cast<double>(SampleRate::kMax));
  rounding_error_ = std::clamp(wanted - whole, -1.0, 1.0);
  rate_ = {static_cast<std::uint32_t>(whole)};
  return rate_;
}

}  // namespace idn::jack
