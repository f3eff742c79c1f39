// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/doctor/watch/watch_report.hpp"

namespace idn::sender::doctor {

/// Runs a command that streams by libidn, and finds out why its ticks are late. Throws cli::Failure where the
/// kernel shows no events, or no process is to be had. See run_command().
WatchReport watch_command(const std::vector<std::string>& command);

}  // namespace idn::sender::doctor
