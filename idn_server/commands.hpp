// SPDX-License-Identifier: MIT
#pragma once

/// The commands of idn_server, as cli::run_main() takes them: the exit code, or an exception. argv[0] is the
/// name of the program or of the command.
namespace idn::server {

int run_receive(int argc, const char* const* argv);
int run_relay(int argc, const char* const* argv);

}  // namespace idn::server
