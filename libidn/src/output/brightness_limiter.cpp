// SPDX-License-Identifier: MIT
#include "output/brightness_limiter.hpp"

namespace idn::output {

BrightnessLimiter::BrightnessLimiter(const BrightnessLimit& limit) noexcept
    : action_(limit.action), most_(colours_at_most(limit.most)) {}

void BrightnessLimiter::process(std::span<LaserSample> samples, Counter& counter) const noexcept {
  const Colours most = most_;
  std::uint64_t exceeding = 0;
  switch (action_) {
    case LimitAction::Off:
      return;
    case LimitAction::Clamp:
      for (LaserSample& sample : samples) exceeding += dim_to(sample, most);
      break;
    case LimitAction::Blank:
      for (LaserSample& sample : samples) {
        if (!dim_to(sample, most)) continue;
        sample = blanked(sample);
        ++exceeding;
      }
      break;
    case LimitAction::Count:
      for (const LaserSample& sample : samples) exceeding += is_beyond(sample, most);
      break;
  }
  if (exceeding != 0) counter.add(exceeding);
}

}  // namespace idn::output
