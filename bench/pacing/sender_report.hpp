// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace idn::bench {

/// What idn_sender --json reports about itself.
struct SenderReport {
  std::optional<double> guard_us;          ///< spinning before each deadline
  std::optional<double> tick_cpu_percent;  ///< of the thread that sends, in percent of a core
  bool has_priority = false;               ///< real-time priority was granted
  bool has_cpu_latency = false;            ///< the CPU latency request was granted
  std::string grants;  ///< everything it asked for, in words; empty when it asked for nothing
};

/// Lines that are no JSON objects are skipped.
SenderReport parse_sender_report(const std::string& output);

}  // namespace idn::bench
