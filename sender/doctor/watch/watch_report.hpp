// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/doctor/watch/late_tick.hpp"

namespace idn::sender::doctor {

struct WatchReport {
  std::vector<LateTick> ticks;  ///< in their order
  std::size_t threads = 0;      ///< of libidn that were watched
  std::uint64_t lost = 0;       ///< gaps in the trace
  int exit_code = 0;            ///< of the command
};

/// How often each cause, and the `most` worst ticks.
std::string watch_text(const WatchReport& report, std::size_t most);
/// One line, with all ticks.
std::string watch_json(const WatchReport& report);

}  // namespace idn::sender::doctor
