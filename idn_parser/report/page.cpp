// SPDX-License-Identifier: MIT
#include "idn_parser/report/page.hpp"

#include <fmt/format.h>

#include "cli/version.hpp"
#include "idn_parser/plot/style.hpp"
#include "idn_parser/report/markup.hpp"
#include "idn_parser/report/phrases.hpp"
#include "idn_parser/report/style.hpp"

namespace idn::parser {
namespace {

std::string html_of(const Quantity& quantity) {
  return escaped(quantity.number + " " + (quantity.unit == "us" ? "us" : quantity.unit));
}

std::string grid_row(const std::vector<std::string>& cells, std::string_view tag) {
  std::string out = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i)
    out += fmt::format("<{0}{1}>{2}</{0}>", tag, i == 0 ? "" : " class=\"value\"", escaped(cells[i]));
  return out + "</tr>\n";
}

}  // namespace

std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>:root {{ {1} }}{2}{3}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{4}"
      "<p class=\"soft\">idn_parser {5}</p>\n</body>\n</html>\n",
      escaped(title), kLightColours, kPageStyle, kChartStyle, body, cli::kVersion);
}

std::string paragraphs(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) out += fmt::format("<p class=\"soft\">{}</p>\n", escaped(line));
  return out;
}

std::string verdict_box(const std::vector<std::string>& findings, std::string_view all_fine) {
  if (findings.empty()) return fmt::format("<div class=\"verdict\">{}</div>\n", escaped(all_fine));
  std::string out = "<div class=\"verdict findings\"><p>Findings</p><ul>\n";
  for (const auto& finding : first_findings(findings)) out += fmt::format("<li>{}</li>\n", escaped(finding));
  return out + "</ul></div>\n";
}

std::string cards_box(const std::vector<Card>& cards) {
  std::string out = "<div class=\"cards\">\n";
  for (const Card& card : cards)
    out += fmt::format("<div class=\"card\"><b>{}</b>{}</div>\n", html_of(card.value), escaped(card.name));
  return out + "</div>\n";
}

std::string rows_table(const std::vector<Row>& rows) {
  std::string out = "<table>\n";
  for (const Row& row : rows)
    out += fmt::format("<tr><td>{}</td><td class=\"value\">{}</td><td class=\"soft\">{}</td></tr>\n",
                       escaped(row.name), html_of(row.value), escaped(row.meaning));
  return out + "</table>\n";
}

std::string grid(const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) out += grid_row(rows[i], i == 0 ? "th" : "td");
  return out + "</table>\n";
}

std::string figures(const std::vector<Plot>& plots) {
  std::string out;
  for (const auto& [name, caption, svg] : plots)
    out += fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", svg, caption);
  return out;
}

}  // namespace idn::parser
