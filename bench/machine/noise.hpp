// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "idn/time.hpp"

/// How quiet the machine is: a thread that does nothing but read the clock sees when it did not run.
namespace idn::bench {

struct CoreNoise {
  static constexpr std::array kLimits{std::chrono::microseconds(10), std::chrono::microseconds(50),
                                      std::chrono::microseconds(100), std::chrono::microseconds(1000)};

  unsigned core = 0;
  std::array<std::uint64_t, kLimits.size()> gaps_over{};  ///< how many were longer than each of kLimits
  Duration longest{};
  Duration lost{};  ///< in all gaps longer than the first limit
  Duration watched{};

  void add_gap(Duration gap) noexcept;
};

/// Watches every core that this process may use, all at once, for `time`.
std::vector<CoreNoise> watch_cores(Duration time);

}  // namespace idn::bench
