// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn_parser/compare/comparison.hpp"
#include "idn_parser/finding.hpp"

namespace idn::parser {

/// The result of comparing two captures, rendered as text, JSON or page.
struct ComparisonReport {
  std::string sent_file;
  std::string received_file;
  std::vector<Comparison> comparisons;
  Findings findings;
  std::optional<std::size_t> limits{};  ///< how many limits were checked; empty without --limits
};

std::string to_text(const ComparisonReport& outcome);

/// Version of the JSON that to_json(Outcome) writes; that of reports is kJsonSchema.
inline constexpr int kOutcomeSchema = 2;
std::string to_json(const ComparisonReport& outcome);

std::string to_html(const ComparisonReport& outcome);

}  // namespace idn::parser
