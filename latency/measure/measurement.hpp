// SPDX-License-Identifier: MIT
#pragma once

#include "latency/measure/outcome.hpp"

namespace idn::latency {

/// How a way is measured.
struct MeasureOptions : PathOptions {
  std::string receiver{};       ///< somebody else's, as a device's target; empty: one of this program
  std::uint16_t port = 0;       ///< of the receiver; 0: any free one
  std::string target{};         ///< where the producer streams to; empty: straight to it
  std::uint64_t clicks = 1000;  ///< triggers
  /// Between them on average, evenly from half to one and a half of it; 0: as suits the producer.
  Duration interval{0};
  std::uint64_t seed = 0;  ///< of the times; 0: by chance

  /// With the default in its place: markers must not meet, and a picture must not be replaced by the next.
  Duration pause() const noexcept {
    if (interval > Duration{0}) return interval;
    if (producer == Producer::Shared) return std::max<Duration>(std::chrono::milliseconds(60), 4 * work);
    return is_waves() ? std::max<Duration>(std::chrono::milliseconds(20), 4 * work) : 3 * period;
  }
};

/// Measures it on loopback; takes the clicks' time and some seconds. Throws cli::Failure where it cannot.
Outcome measure(const MeasureOptions& options);

}  // namespace idn::latency
