// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>

#include "cli/text.hpp"

namespace idn::cli {

bool is_terminal(std::FILE* stream) noexcept;

/// How text is shown.
struct TerminalStyle {
  std::size_t columns = kColumns;
  bool has_colours = false;
};
/// Of standard output: the width of the terminal, and colours there, unless NO_COLOR is set
/// (https://no-color.org).
TerminalStyle output_style() noexcept;

/// Lines at the bottom of a terminal that are rewritten in place. Prints nothing where standard error is not
/// a terminal, so that logs stay readable.
class StatusLine {
 public:
  StatusLine() noexcept : active_(is_terminal(stderr)) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_active() const noexcept { return active_; }
  /// Lines that the terminal has.
  std::size_t rows() const noexcept;
  /// Lines are separated by '\n', and cut at the width of the terminal. Of more than rows() the last ones are
  /// left out.
  void show(const std::string& text);
  void clear();

 private:
  bool active_;
  std::size_t shown_ = 0;  ///< lines
};

}  // namespace idn::cli
