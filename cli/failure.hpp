// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace idn::cli {

enum ExitCode : int {
  kOk = 0,
  kFindings = 1,     ///< the program worked, and what it checked has problems
  kUsage = 2,        ///< invalid command line or configuration file
  kEnvironment = 3,  ///< a file, host, port or other resource cannot be used
};

/// An error that ends the program with a one-line message: cause and remedy.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& cause_and_remedy)
      : std::runtime_error(cause_and_remedy), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Runs the body of a program; an exception becomes "name: message" on standard error and an exit code. If
/// standard output could not be written completely, the code is kEnvironment, unless the exception already
/// means kUsage or kEnvironment. Call it before anything else.
/// @param is_filter it only prints: a reader that has enough, such as head, is no fault worth a message
int run_main(const std::string& name, const std::function<int()>& body, bool is_filter = false);

}  // namespace idn::cli
