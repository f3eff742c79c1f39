// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace idn::bench {

/// What idn_sender --json reports about itself.
struct SenderReport {
  std::optional<double> guard_us;          ///< time that the sending thread spins before each deadline
  std::optional<double> tick_cpu_percent;  ///< CPU time of the sending thread, in percent of a core
  std::string grants;  ///< result of each real-time request, as text; empty without requests
};

/// `output` is what idn_sender --json printed. Lines that are no JSON objects are skipped.
SenderReport parse_sender_report(const std::string& output);

}  // namespace idn::bench
