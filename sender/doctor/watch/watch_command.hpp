// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/doctor/watch/watch_report.hpp"

namespace idn::sender::doctor {

/// Runs a command that streams by libidn, and finds the causes of its late ticks. Throws cli::Failure if the
/// kernel offers no trace, or no process can be started. See run_command().
WatchReport watch_command(const std::vector<std::string>& command);

}  // namespace idn::sender::doctor
