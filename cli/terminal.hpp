// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>

namespace idn::cli {

bool is_terminal(std::FILE* stream) noexcept;

/// One line at the bottom of a terminal that is rewritten in place. Prints nothing where standard error is not
/// a terminal, so that logs stay readable.
class StatusLine {
 public:
  StatusLine() noexcept : active_(is_terminal(stderr)) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_active() const noexcept { return active_; }
  void show(const std::string& text);
  void clear();

 private:
  bool active_;
  bool shown_ = false;
};

}  // namespace idn::cli
