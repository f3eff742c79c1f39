// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "idn/time.hpp"

/// Measures how often the machine itself interrupts a program: a thread that only reads the clock sees a gap
/// whenever it did not run.
namespace idn::bench {

/// The gaps of one core.
struct CoreNoise {
  static constexpr std::array kLimits{std::chrono::microseconds(10), std::chrono::microseconds(50),
                                      std::chrono::microseconds(100), std::chrono::microseconds(1000)};

  unsigned core = 0;
  std::array<std::uint64_t, kLimits.size()> gaps_over{};  ///< how many were longer than each of kLimits
  Duration longest{};
  Duration lost{};     ///< in all gaps longer than the first limit
  Duration watched{};  ///< how long it was measured

  void add_gap(Duration gap) noexcept;
};

/// Measures every core that this process may use, all at once, for `time`, and keeps them busy meanwhile. Empty
/// if the system does not say which cores these are.
std::vector<CoreNoise> watch_cores(Duration time);

}  // namespace idn::bench
