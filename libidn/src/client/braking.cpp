// SPDX-License-Identifier: MIT
#include "client/braking.hpp"

namespace idn::client {

void Braking::set_limits(std::int32_t speed, std::int32_t acceleration) noexcept {
  const std::int64_t a = acceleration, fastest = 2 * std::int64_t{speed}, steps = (fastest + a - 1) / a;
  const std::int64_t farthest =
      std::min<std::int64_t>(kFarthest, steps * fastest - a * steps * (steps - 1) / 2);
  farthest_ = static_cast<std::int32_t>(farthest);
  shift_ = 0;
  while (farthest >> shift_ >= static_cast<std::int64_t>(kParts)) ++shift_;
  const std::int64_t wide = std::int64_t{1} << shift_, n_wide = (wide + a - 1) / a;
  crowded_ = static_cast<std::int32_t>(
      std::min<std::int64_t>(kFarthest, n_wide > 1 ? a * n_wide * (n_wide + 1) / 2 + wide : 0));
  std::int64_t longest = 0, part = 0;
  for (std::int64_t n = 1; longest < farthest; ++n) {
    const std::int64_t saved = longest;
    longest = saved + a * n;
    stops_[static_cast<std::size_t>(n)] = stop(n, saved, longest);
    stops_[static_cast<std::size_t>(n + 1)] = stop(n + 1, longest, longest + a * (n + 1));
    for (; part << shift_ <= std::min(longest, farthest); ++part)
      first_[static_cast<std::size_t>(part)] = static_cast<std::uint16_t>(n);
  }
}

Braking::Stop Braking::stop(std::int64_t steps, std::int64_t saved, std::int64_t longest) noexcept {
  return {static_cast<std::int32_t>(longest), static_cast<std::uint32_t>(saved),
          static_cast<std::uint32_t>((std::int64_t{1} << kScale) / steps + 1)};
}

}  // namespace idn::client
