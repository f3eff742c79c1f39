// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// Version of the JSON layout. Grows when a key changes its meaning or goes; new keys may come at any time.
inline constexpr int kJsonSchema = 3;

/// The report as docs/report.md describes it.
nlohmann::ordered_json json_of(const Report& report);

/// The timing of a stream alone: counts of what was measured, offsets, target, clock and histogram.
nlohmann::ordered_json timing_json(const StreamFacts& stream);

/// The same as text, indented, with a final newline. Units are in the key names; numbers that the
/// capture cannot tell are null.
std::string to_json(const Report& report);

}  // namespace idn::parser
