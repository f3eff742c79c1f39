// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <system_error>
#include <vector>

/// What surrounds a program: standard input and output, and the signals that end it.
namespace idn::cli {

/// Makes an output whose reader is gone an error of writing instead of the end of the program, and keeps the
/// numbers of closed standard descriptors from becoming those of sockets or files. On Windows, makes Ctrl-Break
/// and the end of the console (window closed, logged off) a SIGTERM. Before anything is opened.
void prepare_standard_streams() noexcept;

/// Sends out what was printed so far. Returns why not all of it, now or earlier, could be written, else
/// nothing. The only way to flush standard output: the reason is known to whoever does it. Threads: one.
std::error_code flush_output() noexcept;

/// Standard input, its octets as they are also where text is the custom (Windows).
std::FILE* binary_input() noexcept;

/// SIGINT, SIGTERM and, unless it was ignored at the start (nohup), SIGHUP.
std::vector<int> end_signals();

}  // namespace idn::cli
