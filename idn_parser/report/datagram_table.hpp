// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The names of the columns, with commas between them; docs/report.md describes each.
std::string_view datagram_columns() noexcept;

/// Writes a CSV file with a head line and a line for each sample datagram of every stream, stream by stream, in
/// the order of arrival. The report comes of an analysis with `keep_datagrams`. Throws cli::Failure.
/// @return how many datagrams
std::uint64_t write_datagrams(const Report& report, const std::string& path);

}  // namespace idn::parser
