// SPDX-License-Identifier: MIT
#pragma once

#include "sender/doctor/suspect.hpp"

namespace idn::sender::doctor {

/// What `doctor --apply` sets.
struct AppliedSettings {
  std::vector<Setting> settings;
  bool awake_processors = false;      ///< CPU latency request of 0 us for all processors
  std::optional<unsigned> spinner{};  ///< a processor on which a thread of the idle class spins
};

/// The settings that are not in force yet and cost nothing but power. Those with a further price are included
/// only if they were named: the spinner, and latency requests per processor, which replace the one for all.
AppliedSettings choose(const Examination& found, const ExamineOptions& options);

/// Applies the settings, runs the command, and restores everything at its end, however this program ends.
/// Reports on standard error what it sets, and what is refused. Throws cli::Failure if no process can be
/// started.
/// @return see run_command()
int apply_and_run(const MachineFiles& files, const AppliedSettings& application,
                  const std::vector<std::string>& command);

}  // namespace idn::sender::doctor
