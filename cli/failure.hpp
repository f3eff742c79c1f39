// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace idn::cli {

enum ExitCode : int {
  kOk = 0,
  kFindings = 1,     ///< the program worked; what it looked at is not as it should be
  kUsage = 2,        ///< the command line asks for something impossible
  kEnvironment = 3,  ///< a file, host, port or disk refuses
};

/// Ends a program with one line that names the cause and the remedy. For the time before streaming starts.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& cause_and_remedy)
      : std::runtime_error(cause_and_remedy), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Runs a program's body and turns whatever it throws into "name: message" on standard error and an exit code.
/// Where standard output could not be written in full, the code is kEnvironment. Call it before anything else.
int run_main(const std::string& name, const std::function<int()>& body);

}  // namespace idn::cli
