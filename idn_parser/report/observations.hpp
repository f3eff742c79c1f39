// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// Events with their times as sentence fragments, one per line, shared by text output and page. Events that did
/// not occur have no line. Times count from the first packet of the capture.
namespace idn::parser {

/// Damage of the files, and IP fragments.
std::vector<std::string> capture_observations(const capture::CaptureInfo& capture);

/// Sequence errors, acknowledges, and events of the simulated receiver.
std::vector<std::string> connection_observations(const Report& report, const ConnectionFacts& connection);

/// Frames, pauses and time axes, gaps, bursts, playback.
std::vector<std::string> stream_observations(const Report& report, const StreamFacts& stream);

}  // namespace idn::parser
