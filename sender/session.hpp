// SPDX-License-Identifier: MIT
#pragma once

#include "sender/stream_plan.hpp"

namespace idn::sender {

/// Streams all plans, which begin together, until the end of their input, a signal (SIGINT, SIGTERM, SIGHUP) or
/// an error, with live status and a summary. Blocks. Throws cli::Failure before anything was sent, or if a
/// receiver did not play its stream; rethrows what an input threw, after a dark end.
/// @return the exit code.
int stream(std::vector<StreamPlan> plans, const LoopOptions& options);

}  // namespace idn::sender
