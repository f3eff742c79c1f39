// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "sender/doctor/kernel_text.hpp"
#include "sender/doctor/machine_files.hpp"

namespace idn::sender::doctor {

/// What a control group of this process, or one above it, may use.
struct QuotaState {
  std::string group;  ///< the folder that limits it
  CpuQuota quota;     ///< with a runtime
  std::string stat;   ///< the file that counts how often that stopped the group
};

/// The tightest, in shares of a processor. Nothing where none limits.
/// @param thread as in /proc; "self" for this process
std::optional<QuotaState> find_quota(const MachineFiles& files, const std::string& thread = "self");

/// How often it stopped the group so far.
Throttled throttled(const MachineFiles& files, const QuotaState& state);

}  // namespace idn::sender::doctor
