// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/options.hpp"

namespace idn::viewer {

/// Opens the window and returns the exit code when it is closed. Built with Qt, or without it, where it throws
/// cli::Failure with the remedy.
/// @param argc and @param argv as main() got them; Qt takes its own options
int run_window(const Options& options, int argc, char** argv);

}  // namespace idn::viewer
