// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "latency/measure/measurement.hpp"
#include "latency/model/estimate.hpp"

/// Reports of estimates and measurements.
namespace idn::latency {

/// Computes the latency of a path, stage by stage, without measuring. Throws cli::Failure unless
/// is_estimable().
Estimate estimate_of(const PathOptions& options);
/// Whether the path can be estimated: not if another program produces the samples, whose queue is unknown.
bool is_estimable(const PathOptions& options) noexcept;

/// With PathOptions::end_to_end: chooses datagram and latency, and the buffer as what is left, if it is not
/// given. Throws cli::Failure if nothing is left.
void choose_for_end_to_end(PathOptions& options);

std::string estimate_text(const PathOptions& options, const Estimate& estimate);
std::string estimate_json(const PathOptions& options, const Estimate& estimate);

std::string measure_text(const MeasureOptions& options, const LatencyReport& result);
/// A complete HTML page.
std::string measure_html(const MeasureOptions& options, const LatencyReport& outcome);
/// One line: the source of the transmit time stamps, and what it means for the stages.
std::string_view stamps_line(const MeasureOptions& options, const LatencyReport& outcome);
/// One line about a receiver that is not part of this program; empty for the own one.
std::string remote_line(const MeasureOptions& options, const LatencyReport& outcome);
/// @param triggers whether to include the time stamps of each trigger
std::string measure_json(const MeasureOptions& options, const LatencyReport& result, bool triggers);

}  // namespace idn::latency
