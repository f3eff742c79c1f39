// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The CSV header line, without newline; docs/report.md describes each column.
std::string_view datagram_columns() noexcept;

/// Writes a CSV file with a header line and one line per sample datagram, stream by stream, in the order of
/// arrival.
/// @param report made with AnalysisOptions::keep_datagrams; streams without rows are left out
/// @return the number of datagrams written. Throws cli::Failure if the file cannot be written
std::uint64_t write_datagrams(const Report& report, const std::string& path);

}  // namespace idn::parser
