// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "idn_parser/limits/metric.hpp"
#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The numbers of a connection.
std::span<const MetricOf<ConnectionCounts>> connection_table();

/// The metrics of a stream that can be limited: of analysis::metric_table(), of DMX512, and those of its
/// connection.
Metrics stream_metrics();

/// The streams with samples, and those of DMX512.
std::vector<Subject> subjects_of(const Report& report);

/// The same of a report that --json wrote. Throws nlohmann::json::exception if it is not a report.
std::vector<Subject> subjects_of(const nlohmann::ordered_json& report);

/// One window of a stream. Of its connection it has `lost` only.
Subject subject_of(const WindowFacts& window, const std::string& name);

}  // namespace idn::parser
