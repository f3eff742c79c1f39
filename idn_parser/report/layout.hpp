// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/report/rows.hpp"

/// Text layout for a terminal. Each function ends its text with a newline.
namespace idn::parser {

/// Of a terminal whose width is not known.
inline constexpr std::size_t kColumns = 80;

/// Breaks a long line between words; the following lines are indented further.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns = kColumns);

/// A name in a column of its own, and the text beside it in lines that end at `columns`.
std::string named(std::string_view name, std::string_view text, std::size_t columns);

/// Names and values, two rows of the table per line.
std::string two_columns(const std::vector<Row>& rows);

/// Cells as columns; the first row is the head, the first column is flush left.
std::string columns(const std::vector<std::vector<std::string>>& rows);

/// The number of findings and limits: the last line of a report.
/// @param limits how many limits were checked; empty without --limits
std::string verdict_of(std::size_t findings, std::optional<std::size_t> limits);

/// The list of findings, and the verdict as the last line.
/// @param limits how many limits were checked; empty without --limits
std::string verdict_text(const std::vector<std::string>& findings, std::optional<std::size_t> limits);

}  // namespace idn::parser
