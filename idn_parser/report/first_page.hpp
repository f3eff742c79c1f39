// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

/// The first page of a report: what an output has shown of each stream, in one word, and what to do about it.
namespace idn::parser {

/// Completes the facts about what was shown with what else is known of each stream: refusals, findings, drift.
/// To be called when the findings are known, and before those of limits are added.
void judge_shown(Report& report);

std::string first_page_text(const Report& report, const cli::TerminalStyle& style = {});

/// The same as markup, for the page.
std::string first_page_markup(const Report& report);

}  // namespace idn::parser
