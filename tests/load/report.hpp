// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::load {

/// A table on standard output, row by row: measured values, and whether they meet the requirement.
class Report {
 public:
  /// Prints a value without requirement.
  void tell(const std::string& what, const std::string& value);
  void judge(const std::string& what, const std::string& value, bool good);
  /// Prints the last line. @return the exit code
  int finish();

 private:
  void row(const std::string& what, const std::string& value, const char* verdict);
  int bad_ = 0;
};

}  // namespace idn::load
