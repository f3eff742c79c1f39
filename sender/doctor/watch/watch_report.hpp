// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/doctor/watch/late_tick.hpp"

namespace idn::sender::doctor {

struct WatchReport {
  std::vector<LateTick> ticks;  ///< by time
  std::size_t threads = 0;      ///< of libidn that were watched
  std::uint64_t lost = 0;       ///< gaps in the trace
  int exit_code = 0;            ///< of the command
};

/// Text: how often each cause occurred, and the `most` worst ticks.
std::string watch_text(const WatchReport& report, std::size_t most);
/// JSON: one line with all ticks.
std::string watch_json(const WatchReport& report);

}  // namespace idn::sender::doctor
