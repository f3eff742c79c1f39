// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/options.hpp"

namespace idn::viewer {

/// Writes the outputs that the options request, without a display. Throws cli::Failure.
/// @return the exit code, 128 + n where signal n came before everything was written
int run_offscreen(const Options& options);

}  // namespace idn::viewer
