// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/jack/options.hpp"

namespace idn::jack {

/// Plays until a signal or the end of JackOptions::duration, and reconnects to the JACK server and the
/// projector when needed. Prints changes of state, and a summary. @return exit code
int run(const JackOptions& options);

}  // namespace idn::jack
