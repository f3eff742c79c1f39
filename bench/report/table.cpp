// SPDX-License-Identifier: MIT
#include "bench/report/table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idn::bench {

Table::Table(std::vector<std::string> titles, std::size_t left_aligned)
    : titles_(std::move(titles)), left_aligned_(left_aligned) {}

void Table::add(std::vector<std::string> cells) {
  cells.resize(titles_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  const auto columns = widths();
  std::string text = line(titles_, columns) + ruler(columns);
  for (const auto& row : rows_) text += line(row, columns);
  return text;
}

/// Markdown needs three dashes under each title.
std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(titles_.size(), 3);
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  };
  widen(titles_);
  std::ranges::for_each(rows_, widen);
  return widths;
}

std::string Table::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += i < left_aligned_ ? fmt::format("| {:<{}} ", cells[i], widths[i])
                              : fmt::format("| {:>{}} ", cells[i], widths[i]);
  return text + "|\n";
}

std::string Table::ruler(const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::string dashes(widths[i] + 1, '-');
    text += i < left_aligned_ ? "|" + dashes + "-" : "|" + dashes + ":";
  }
  return text + "|\n";
}

}  // namespace idn::bench
