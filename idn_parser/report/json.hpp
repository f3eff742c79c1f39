// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// Version of the JSON layout. Grows when a key changes its meaning or goes; new keys may come at any time.
inline constexpr int kJsonSchema = 2;

/// The report as one JSON object, indented, with a final newline. Units are in the key names; numbers that the
/// capture cannot tell are null.
std::string to_json(const Report& report);

}  // namespace idn::parser
