// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// What happened when, in words: terminal and page show the same. Sentence fragments, one per line, nothing for
/// what did not happen. Moments count from the first packet of the capture.
namespace idn::parser {

/// Where the files are damaged and what is missing in them.
std::vector<std::string> capture_observations(const capture::CaptureInfo& capture);

/// Order of the packets, acknowledges, sessions of a receiver.
std::vector<std::string> connection_observations(const Report& report, const ConnectionFacts& connection);

/// Frames, gaps, bursts, playback.
std::vector<std::string> stream_observations(const Report& report, const StreamFacts& stream);

}  // namespace idn::parser
