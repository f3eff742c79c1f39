// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// The sentences of a report, shared by text output and page. One fragment per line.
namespace idn::parser {

/// "10.0.0.2": without the port.
std::string address_text(const Endpoint& endpoint);

/// "10.0.0.1:50070 to 10.0.0.2:7255, group 0, channel 0"
std::string title_of(const Report& report, const StreamFacts& stream);

/// Identifies the same stream in other captures: "group 0, channel 0"
std::string key_of(const Report& report, const StreamFacts& stream);

/// Text and page show the first ones only: a capture may have a quarter of a million.
inline constexpr std::size_t kStreamsShown = 64;
std::span<const StreamFacts> streams_shown(const Report& report);
/// "64 of 70 streams are shown; ..."; empty if all are.
std::string streams_hidden(const Report& report);

/// Size, time and contents of the capture.
std::vector<std::string> capture_lines(const Report& report);

/// Content of a stream, its losses and its events.
std::vector<std::string> stream_lines(const Report& report, const StreamFacts& stream);

}  // namespace idn::parser
