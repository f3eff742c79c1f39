// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace idn::bench {

/// Rows under titles, as Markdown whose columns are aligned: reads well in a terminal and in a document.
class Table {
 public:
  /// @param left_aligned how many columns hold words; the others hold numbers and are aligned to the right
  explicit Table(std::vector<std::string> titles, std::size_t left_aligned = 1);

  /// As many cells as titles; missing ones at the end are empty.
  void add(std::vector<std::string> cells);

  /// Ends with a line break.
  std::string text() const;

 private:
  std::vector<std::size_t> widths() const;
  std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;
  std::string ruler(const std::vector<std::size_t>& widths) const;

  std::vector<std::string> titles_;
  std::size_t left_aligned_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace idn::bench
