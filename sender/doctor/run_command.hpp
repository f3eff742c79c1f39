// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace idn::sender::doctor {

/// Runs a command beside what was set, and passes on to it the signals that would end this program, which stays
/// until the command has ended. Where Ctrl-C reaches both, the command gets it once. Starts a process, so ahead
/// of any thread; `prepare` is called in that, ahead of the command, and `begun` here when it is there.
/// @return its exit code, 128 + n where signal n ended it, 127 where it could not be started
int run_command(const std::vector<std::string>& command, const std::function<void()>& prepare,
                const std::function<void()>& begun);

}  // namespace idn::sender::doctor
