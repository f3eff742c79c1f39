// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/options.hpp"

namespace idn::viewer {

/// Writes what was asked for, without a display. Throws cli::Failure.
/// @return the exit code
int run_offscreen(const Options& options);

}  // namespace idn::viewer
