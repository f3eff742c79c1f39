// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace idn::sender::doctor {

/// Runs a command, and forwards to it the signals that would end this program, which waits until the command
/// has ended. If Ctrl-C reaches both, the command gets it once. Forks, so call it before any thread is started;
/// `prepare` is called in the child before the command, and `begun` in this process when the child is running.
/// @return its exit code, 128 + n if signal n ended it, 127 if it could not be started
int run_command(const std::vector<std::string>& command, const std::function<void()>& prepare,
                const std::function<void()>& begun);

}  // namespace idn::sender::doctor
