// SPDX-License-Identifier: MIT
#pragma once

#include "sender/source/sample_source.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// Streams `source` to the end, a signal (SIGINT, SIGTERM, SIGHUP) or an error, with live status and a summary.
/// Blocks. Throws cli::Failure before anything was sent, and whatever `source` throws after a dark end.
/// @return the exit code.
int stream(SampleSource& source, const StreamOptions& options);

}  // namespace idn::sender
