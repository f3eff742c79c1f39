// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// Version of the JSON layout. Incremented when a key changes its meaning or is removed; keys may be added
/// without it.
inline constexpr int kJsonSchema = 3;

/// The report as JSON; docs/report.md describes all keys.
nlohmann::ordered_json json_of(const Report& report);

/// The part of a stream's JSON about timing: counts, offsets, target, clock, histogram, gaps, bursts, playback.
nlohmann::ordered_json timing_json(const StreamFacts& stream);

/// json_of() as indented text with a final newline. Units are in the key names; numbers that cannot be
/// determined from the capture are null.
std::string to_json(const Report& report);

}  // namespace idn::parser
