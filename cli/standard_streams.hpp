// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <system_error>

/// Standard input and output of a program.
namespace idn::cli {

/// Ignores SIGPIPE, so that writing to a closed pipe is an error and does not end the program, and reserves
/// closed standard descriptors (0 to 2), so that no socket or file gets their numbers. On Windows, turns
/// Ctrl-Break and the end of the console (window closed, logged off) into SIGTERM. Call it before anything is
/// opened.
void prepare_standard_streams() noexcept;

/// Flushes standard output. Always flush by this function, since only the call that fails learns the cause.
/// Threads: one.
/// @return the cause if output could not be written, now or at an earlier call
std::error_code flush_output() noexcept;

/// Standard input in binary mode, also on Windows.
std::FILE* binary_input() noexcept;

}  // namespace idn::cli
