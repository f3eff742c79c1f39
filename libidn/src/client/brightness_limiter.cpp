// SPDX-License-Identifier: MIT
#include "client/brightness_limiter.hpp"

namespace idn::client {

BrightnessLimiter::BrightnessLimiter(const BrightnessLimit& limit) noexcept
    : action_(limit.action), most_(colours_at_most(limit.most)) {}

void BrightnessLimiter::process(std::span<LaserSample> samples, Counter& counter) const noexcept {
  if (action_ == LimitAction::Off) return;
  const Colours most = most_;
  std::uint64_t exceeding = 0;
  for (LaserSample& sample : samples) {
    if (action_ == LimitAction::Count) {
      exceeding += is_beyond(sample, most);
      continue;
    }
    const bool is_dimmed = dim_to(sample, most);
    exceeding += is_dimmed;
    if (is_dimmed && action_ == LimitAction::Blank) sample = blanked(sample);
  }
  if (exceeding != 0) counter.add(exceeding);
}

}  // namespace idn::client
