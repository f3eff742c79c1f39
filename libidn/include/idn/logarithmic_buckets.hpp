// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "idn/time.hpp"

namespace idn {

/// Buckets of durations from 0 to 2^kLongest us: 1 us wide below 2^(kSteps + 1) us, then 2^kSteps of them per
/// doubling.
template <unsigned kSteps, unsigned kLongest>
struct LogarithmicBuckets {
  static constexpr std::size_t kBuckets = (kLongest - kSteps + 1) << kSteps;  ///< how many there are

  /// A negative duration is in the first one, one that is too long in the last one. That is: doublings beyond
  /// 2^(kSteps + 1) us, times 2^kSteps, plus the leading kSteps + 1 bits of the microseconds.
  static constexpr std::size_t bucket_of(Duration duration) noexcept {
    const auto us =
        static_cast<std::uint64_t>((std::max)(duration, Duration{0}) / std::chrono::microseconds(1));
    const auto width = static_cast<unsigned>(std::bit_width(us));
    const unsigned shift = width > kSteps + 1 ? width - kSteps - 1 : 0;
    return (std::min)((std::size_t{shift} << kSteps) + static_cast<std::size_t>(us >> shift), kBuckets - 1);
  }
  /// Lower bound; that of kBuckets is the upper bound of the last one.
  static constexpr Duration begin_of(std::size_t bucket) noexcept {
    const std::size_t doubling = bucket >> kSteps, shift = doubling > 0 ? doubling - 1 : 0;
    return std::chrono::microseconds((bucket - (shift << kSteps)) << shift);
  }
};

}  // namespace idn
