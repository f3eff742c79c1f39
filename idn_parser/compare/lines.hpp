// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/compare/comparison.hpp"
#include "idn_parser/report/rows.hpp"

/// The sentences and table rows that describe a comparison, shared by text output and page.
namespace idn::parser {

std::vector<std::string> comparison_lines(const Comparison& comparison);

std::vector<Row> delay_rows(const DelayFacts& delay);

}  // namespace idn::parser
