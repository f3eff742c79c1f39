// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn/io/send/realtime.hpp"
#include "sender/timers/sleep_functions.hpp"
#include "sender/timers/system_facts.hpp"

namespace idn::sender {

/// The sleep functions of a machine.
struct SleepReport {
  std::vector<SleepRow> rows;
  std::vector<io::Grant> grants;
  std::vector<SystemFact> facts;
};

std::string sleep_text(const SleepReport& report);
/// One JSON object on one line.
std::string sleep_json(const SleepReport& report);

}  // namespace idn::sender
