// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/plot/plots.hpp"
#include "idn_parser/report/rows.hpp"

/// Building blocks of the HTML pages of this program. A page is self-contained: style sheet and figures are
/// embedded, there is no script and nothing to load. It has styles for light and dark mode and for print. Texts
/// are escaped here, except parameters documented as markup.
namespace idn::parser {

/// @param body markup
std::string page(std::string_view title, std::string_view body);

std::string paragraphs(const std::vector<std::string>& lines);

/// @param all_fine text to show if there are no findings
std::string verdict_box(const std::vector<std::string>& findings, std::string_view all_fine);

struct Card {
  Quantity value;
  std::string_view name;
};
std::string cards_box(const std::vector<Card>& cards);

std::string rows_table(const std::vector<Row>& rows);

/// Cells of a table; the first row is its head, the first column are names.
std::string grid(const std::vector<std::vector<std::string>>& rows);

std::string figures(const std::vector<Plot>& plots);

}  // namespace idn::parser
