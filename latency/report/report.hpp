// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/analysis/latency/estimate.hpp"
#include "latency/measure/measurement.hpp"

/// The reports of an estimate and of a measurement.
namespace idn::latency {

/// By arithmetic alone. Throws cli::Failure for what there is no arithmetic for.
analysis::latency::Estimate estimate_of(const PathOptions& options);
/// Whether there is arithmetic for it.
bool is_estimable(const PathOptions& options) noexcept;

std::string estimate_text(const PathOptions& options, const analysis::latency::Estimate& estimate);
std::string estimate_json(const PathOptions& options, const analysis::latency::Estimate& estimate);

std::string measure_text(const MeasureOptions& options, const Outcome& result);
/// A whole page.
std::string measure_html(const MeasureOptions& options, const Outcome& outcome);
/// Who said when a datagram left, and what that means for the stages; a line.
std::string_view stamps_line(const MeasureOptions& options, const Outcome& outcome);
/// What is known of a receiver that is not ours, a line; empty for ours.
std::string remote_line(const MeasureOptions& options, const Outcome& outcome);
/// @param triggers with the stamps of each
std::string measure_json(const MeasureOptions& options, const Outcome& result, bool triggers);

}  // namespace idn::latency
