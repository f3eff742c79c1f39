// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/jack/options.hpp"

namespace idn::jack {

/// Plays until a signal or the end of Options::duration, and reconnects to the JACK server and the projector
/// when needed. Prints changes of state, and a summary. @return exit code
int run(const Options& options);

}  // namespace idn::jack
