// SPDX-License-Identifier: MIT
#pragma once

namespace idn::server {

// As cli::run_main() takes them: the exit code, or an exception. argv[0] is the name of the program or of the
// command.

/// `idn_server receive`, or without a command: receives until a signal or --duration ends it.
int run_receive(int argc, const char* const* argv);
/// `idn_server relay`
int run_relay(int argc, const char* const* argv);

}  // namespace idn::server
