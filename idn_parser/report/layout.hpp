// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/text.hpp"
#include "idn_parser/report/rows.hpp"

/// Text layout for a terminal. Each function ends its text with a newline.
namespace idn::parser {

using cli::kColumns;
using cli::wrapped;

/// Names and values, two rows of the table per line.
std::string two_columns(const std::vector<Row>& rows);

/// Cells as columns; the first row is the head, the first column is flush left.
std::string columns(const std::vector<std::vector<std::string>>& rows);

/// The list of findings, and the number of findings and limits as the last line.
/// @param limits how many limits were checked; empty without --limits
std::string verdict_text(const std::vector<std::string>& findings, std::optional<std::size_t> limits);

}  // namespace idn::parser
