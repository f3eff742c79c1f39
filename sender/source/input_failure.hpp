// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <string>

#include "cli/failure.hpp"

namespace idn::sender {

/// Throws cli::Failure for standard input. @param error a value of errno
[[noreturn]] inline void refuse_input(int error) {
  throw cli::Failure(cli::kEnvironment, std::string("standard input: ") + std::strerror(error) +
                                            "; feed it raw samples through a pipe or from a file");
}

}  // namespace idn::sender
