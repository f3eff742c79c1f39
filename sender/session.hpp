// SPDX-License-Identifier: MIT
#pragma once

#include "sender/stream_plan.hpp"

namespace idn::sender {

/// Streams all plans, which begin together, to the end of their input, a signal (SIGINT, SIGTERM, SIGHUP) or an
/// error, with live status and a summary. Blocks. Throws cli::Failure before anything was sent, or when a
/// receiver did not play its stream, and whatever an input throws after a dark end.
/// @return the exit code.
int stream(std::vector<StreamPlan> plans, const LoopOptions& options);

}  // namespace idn::sender
