// SPDX-License-Identifier: MIT
#pragma once

#include "sender/doctor/suspect.hpp"

namespace idn::sender::doctor {

/// What `doctor --apply` sets.
struct Application {
  std::vector<Setting> settings;
  bool awake_processors = false;      ///< a request for no latency, for all processors
  std::optional<unsigned> spinner{};  ///< a processor on which a thread of the idle class spins
};

/// Of what was found, that which is not so yet and costs nothing but power. What has a price beside that is in
/// only where it was named: a spinner, and requests processor by processor, which replace that for all.
Application choose(const Examination& found, const ExamineOptions& options);

/// Sets it, runs the command, and restores all when that has ended, whatever ends this program. Tells on
/// standard error what it sets, and what is refused. Throws cli::Failure where no process is to be had.
/// @return see run_command()
int apply_and_run(const MachineFiles& files, const Application& application,
                  const std::vector<std::string>& command);

}  // namespace idn::sender::doctor
