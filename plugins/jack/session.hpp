// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/jack/options.hpp"

namespace idn::jack {

/// Plays until a signal or the end of the time that was given, through whatever JACK and the network do; prints
/// what changes, and a summary. @return exit code
int run(const Options& options);

}  // namespace idn::jack
