// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::load {

/// A table on standard output, row by row: what was measured, and whether it is as it should be.
class Report {
 public:
  /// A number that nobody judges.
  void tell(const std::string& what, const std::string& value);
  void judge(const std::string& what, const std::string& value, bool good);
  /// The last line, and the exit code.
  int finish();

 private:
  void row(const std::string& what, const std::string& value, const char* verdict);
  int bad_ = 0;
};

}  // namespace idn::load
