// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "sender/doctor/kernel_text.hpp"
#include "sender/doctor/machine_files.hpp"

namespace idn::sender::doctor {

/// The quota of a control group of this process, or of one above it.
struct QuotaState {
  std::string group;  ///< folder of the group that has the quota
  CpuQuota quota;     ///< with a runtime
  std::string stat;   ///< its file with the counters of throttling
};

/// The quota that allows the smallest share of a processor. Nothing if there is none.
/// @param thread as in /proc; "self" for this process
std::optional<QuotaState> find_quota(const MachineFiles& files, const std::string& thread = "self");

/// How often it has stopped the group so far.
Throttled throttled(const MachineFiles& files, const QuotaState& state);

}  // namespace idn::sender::doctor
