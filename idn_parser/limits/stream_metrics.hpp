// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "idn_parser/limits/metric.hpp"

namespace idn::parser {

/// The metrics of a stream, including those of its connection.
Metrics stream_metrics();

/// The streams with samples of a report in JSON: of one just measured, or of a file that --json wrote. Throws
/// nlohmann::json::exception if `report` is not a report.
std::vector<Subject> subjects_of(const nlohmann::ordered_json& report);

/// The metrics of one window of a stream. The JSON of a window holds some numbers of the connection as well.
Subject window_subject(const nlohmann::ordered_json& window, const std::string& name);

}  // namespace idn::parser
