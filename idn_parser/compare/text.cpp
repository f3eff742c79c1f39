// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "idn_parser/compare/comparison_report.hpp"
#include "idn_parser/compare/lines.hpp"
#include "idn_parser/report/layout.hpp"

namespace idn::parser {

std::string to_text(const ComparisonReport& outcome) {
  std::string out = wrapped(fmt::format("{} compared with {}", outcome.sent_file, outcome.received_file), 0);
  for (std::size_t i = 0; i < outcome.comparisons.size(); ++i) {
    const Comparison& comparison = outcome.comparisons[i];
    out += "\n" + wrapped(fmt::format("Connection {} of {}: {}", i + 1, outcome.comparisons.size(),
                                      to_string(comparison.sent_key)),
                          0);
    for (const auto& line : comparison_lines(comparison)) out += wrapped(line, 2);
    if (comparison.delay) out += "\n" + two_columns(delay_rows(*comparison.delay));
  }
  return out + verdict_text(texts_of(outcome.findings), outcome.limits);
}

}  // namespace idn::parser
