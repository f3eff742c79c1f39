// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn/io/send/realtime.hpp"
#include "sender/timers/oversleep.hpp"
#include "sender/timers/system_facts.hpp"

namespace idn::sender {

/// Results for one way to wait.
struct WaitRow {
  std::string wait;  ///< a SleepMethod, or a WaitMode as an option: "--wait hybrid"
  bool realtime = false;
  Oversleep late;
  std::optional<Duration> guard{};  ///< if the end of each wait is spun
};

/// Timer accuracy of a machine.
struct TimerReport {
  Duration granularity{0};
  std::vector<WaitRow> rows;
  std::vector<io::Grant> grants;
  std::vector<SystemFact> facts;
};

/// One sentence: which --wait to use, and what would improve the accuracy.
std::string recommendation(const TimerReport& report);

std::string timer_text(const TimerReport& report);
/// One JSON object on one line.
std::string timer_json(const TimerReport& report);

}  // namespace idn::sender
