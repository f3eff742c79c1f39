// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "idn/analysis/stream_metrics.hpp"

/// The timing of a stream in JSON, the same for every program; docs/report.md describes the keys.
namespace idn::cli {

/// `count`, `average_us`, `min_us`, `max_us`, `left_out`; null without offsets.
nlohmann::ordered_json offsets_json(const analysis::StreamSummary& summary);
/// `on_target_share`, `dark_datagrams`, `peak_period_jitter_us`; null where nothing is expected.
nlohmann::ordered_json target_json(const analysis::StreamSummary& summary);
/// Rate error, long-term jitter, buffer and start delay; null without timestamps.
/// @param rate_error gives the bounds of its confidence interval, if known
nlohmann::ordered_json clock_json(const analysis::StreamSummary& summary,
                                  const std::optional<analysis::RateError>& rate_error);

}  // namespace idn::cli
