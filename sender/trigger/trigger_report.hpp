// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sender/trigger/triggers.hpp"

/// Reports of triggers.
namespace idn::sender {

/// As text on one line.
std::string describe(const TriggerCounters& counters, const DurationHistogram& response_times);
/// The event "triggers".
nlohmann::ordered_json to_json(const TriggerCounters& counters, const DurationHistogram& response_times);

/// What an operator should know about a trigger with a time, on one line; empty: nothing.
std::string describe(const TriggerOutcome& outcome);
/// The event "trigger".
nlohmann::ordered_json to_json(const TriggerOutcome& outcome);

}  // namespace idn::sender
