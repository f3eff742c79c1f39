// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "idn_parser/limits/metric.hpp"

namespace idn::parser {

/// Of a stream and of the connection it belongs to.
Metrics stream_metrics();

/// The streams with samples of a report in JSON, so that one that was written down earlier serves as well as a
/// capture. Throws nlohmann::json::exception for what is no report.
std::vector<Subject> subjects_of(const nlohmann::ordered_json& report);

/// A window of a stream, which tells some of the numbers of its connection as well.
Subject window_subject(const nlohmann::ordered_json& window, const std::string& name);

}  // namespace idn::parser
