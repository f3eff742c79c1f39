// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/layout.hpp"
#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The histogram as text, one line per bucket.
std::string histogram_text(const StreamFacts& stream, std::size_t columns = kColumns);

/// All of the report (--details), for a terminal of 80 columns; histograms fit narrower ones too.
std::string to_text(const Report& report, std::size_t columns = kColumns);

/// The datagrams of each stream around a moment since 1970, as columns; the report must have kept its
/// datagrams.
std::string moment_text(const Report& report, Duration moment);

}  // namespace idn::parser
