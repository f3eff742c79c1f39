// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/json.hpp"
#include "idn_parser/limits/limits.hpp"
#include "idn_parser/report/report.hpp"

/// A stream over time, a line for each window.
namespace idn::parser {

/// Null where there are none.
Json windows_json(const StreamFacts& stream);

/// Cells of a table, the first row is its head; empty where there are none.
std::vector<std::vector<std::string>> window_table(const Report& report, const StreamFacts& stream);

/// The same for a terminal.
std::string windows_text(const Report& report, const StreamFacts& stream);

/// Judges every window by the limits whose numbers it has, but for those of its own size: `datagrams` and
/// `measured_s`. What is broken becomes a finding.
void judge_windows(const std::vector<Limit>& limits, Report& report);

}  // namespace idn::parser
