// SPDX-License-Identifier: MIT
#pragma once

#include "latency/measure/latency_report.hpp"

namespace idn::latency {

/// Options of a measurement.
struct MeasureOptions : PathOptions {
  std::string receiver{};         ///< target of a receiver that is not part of this program; empty: the own one
  std::uint16_t port = 0;         ///< of the own receiver; 0: any free one
  std::string target{};           ///< HOST:PORT that the producer streams to; empty: the own receiver
  std::uint64_t triggers = 1000;  ///< how many to send
  /// Mean time between triggers, which are uniformly distributed from half to one and a half of it; 0: the
  /// default of the producer, see trigger_interval().
  Duration interval{0};
  std::uint64_t seed = 0;  ///< of the random times; 0: a random seed

  /// `interval`, or the default of the producer: long enough that markers do not overlap and that no picture is
  /// replaced by the next one before it is shown.
  Duration trigger_interval() const noexcept {
    if (interval > Duration{0}) return interval;
    if (producer == Producer::Shared) return std::max<Duration>(std::chrono::milliseconds(60), 4 * work);
    return is_waves() ? std::max<Duration>(std::chrono::milliseconds(20), 4 * work)
                      : 3 * (std::max)(period, work);
  }
};

/// Runs the application, sends the triggers, and evaluates what was received. Blocks for the triggers times
/// trigger_interval() and some seconds. Throws cli::Failure, for example if the stream does not start.
LatencyReport measure(const MeasureOptions& options);

}  // namespace idn::latency
