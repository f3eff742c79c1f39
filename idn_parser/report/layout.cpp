// SPDX-License-Identifier: MIT
#include "idn_parser/report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "idn_parser/report/phrases.hpp"

namespace idn::parser {
namespace {

std::string shown(const Quantity& quantity) {
  return quantity.unit.empty() ? quantity.number : quantity.number + " " + quantity.unit;
}

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

/// The last line of a report.
std::string verdict_of(std::size_t findings, std::optional<std::size_t> limits) {
  if (findings > 0) return fmt::format("Verdict: {} finding{}\n", findings, findings == 1 ? "" : "s");
  if (!limits) return "Verdict: no findings\n";
  return fmt::format("Verdict: no findings, {} limit{} kept\n", *limits, *limits == 1 ? "" : "s");
}

}  // namespace

std::string two_columns(const std::vector<Row>& rows) {
  const auto cell = [](const Row& row) { return fmt::format("{:<22} {:>14}", row.name, shown(row.value)); };
  std::string out;
  for (std::size_t i = 0; i < rows.size(); i += 2)
    out += fmt::format("  {}{}\n", cell(rows[i]), i + 1 < rows.size() ? "   " + cell(rows[i + 1]) : "");
  return out;
}

std::string columns(const std::vector<std::vector<std::string>>& rows) {
  const auto widths = widths_of(rows);
  std::string out;
  for (const auto& row : rows) {
    out += "  ";
    for (std::size_t i = 0; i < row.size(); ++i)
      out += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

std::string verdict_text(const std::vector<std::string>& findings, std::optional<std::size_t> limits) {
  std::string out = "\n";
  if (!findings.empty()) out += "Findings\n";
  for (const auto& finding : first_findings(findings)) out += wrapped("- " + finding, 2);
  return out + verdict_of(findings.size(), limits);
}

}  // namespace idn::parser
