// SPDX-License-Identifier: MIT
#pragma once

namespace idn::cli {

/// As long as it lives, what the process writes to standard error is lost: for calls of libraries of sound and
/// MIDI that print a page where a machine has neither. On Windows, where they print nothing, it does nothing.
/// Threads: only while no other one reports.
class QuietErrors {
 public:
  QuietErrors() noexcept;
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  [[maybe_unused]] int former_ = -1;  // unused on Windows
};

}  // namespace idn::cli
