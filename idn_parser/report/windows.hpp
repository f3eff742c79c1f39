// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/json.hpp"
#include "idn_parser/limits/limits.hpp"
#include "idn_parser/report/report.hpp"

/// The windows of a stream (--window) as JSON, table and text.
namespace idn::parser {

/// Null without --window.
Json windows_json(const StreamFacts& stream);

/// Table cells; the first row is the header. Empty if there are no windows.
std::vector<std::vector<std::string>> window_table(const Report& report, const StreamFacts& stream);

/// The same table as text for a terminal.
std::string windows_text(const Report& report, const StreamFacts& stream);

/// Checks every window against those limits whose metric it has, except `datagrams` and `measured_s`, which
/// depend on the length of the window. Broken limits become findings of the report.
void judge_windows(const std::vector<MetricLimit>& limits, Report& report);

}  // namespace idn::parser
