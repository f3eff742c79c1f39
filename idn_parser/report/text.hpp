// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The histogram as text, one line per bucket.
std::string histogram_text(const StreamFacts& stream);

/// The report for a terminal of 80 columns.
std::string to_text(const Report& report);

}  // namespace idn::parser
