// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// What a report says in words, shared by terminal and page. Sentence fragments, one per line.
namespace idn::parser {

/// "10.0.0.1:50070 to 10.0.0.2:7255, group 0, channel 0"
std::string title_of(const Report& report, const StreamFacts& stream);

/// What the capture is and holds.
std::vector<std::string> capture_lines(const Report& report);

/// What a stream carries and what happened to it on the way.
std::vector<std::string> stream_lines(const Report& report, const StreamFacts& stream);

}  // namespace idn::parser
