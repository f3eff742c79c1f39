// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "idn/analysis/metric_table.hpp"

/// The timing of a stream in JSON, the same for every program; docs/report.md describes the keys.
namespace idn::cli {

/// Metrics by name, null where they cannot be determined.
nlohmann::ordered_json numbers_json(const analysis::Timing& timing,
                                    std::initializer_list<std::string_view> names);

/// The same, with `offsets`, `target` and `clock`, of which those without any value are null.
nlohmann::ordered_json timing_json(const analysis::Timing& timing,
                                   std::initializer_list<std::string_view> names);

/// "2026-11-25T15:22:28.077277000Z": JSON readers with doubles only, such as jq, round nanoseconds since 1970.
std::string utc(Duration since_1970);
/// Its inverse; also with fewer digits behind the point, or none, and with an offset such as "+01:00" in place
/// of the Z (RFC 3339). Nothing for other text.
std::optional<Duration> parse_utc(std::string_view text);
/// The same, or seconds since 1970, "1795947600.25", with up to nine digits behind the point.
std::optional<Duration> parse_moment(std::string_view text);
/// A moment since 1970: `unix_ns` and `utc`.
nlohmann::ordered_json moment_json(Duration since_1970);

/// In us, null for what is not known.
nlohmann::ordered_json micros_or_null(const std::optional<Duration>& time);

/// The value of Metric::key in JSON that timing_json() wrote.
std::optional<double> value_in(const nlohmann::ordered_json& json, std::string_view group,
                               std::string_view key);

}  // namespace idn::cli
