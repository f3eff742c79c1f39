// SPDX-License-Identifier: MIT
#include "load/report.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"

namespace idn::load {

void Report::row(const std::string& what, const std::string& value, const char* verdict) {
  fmt::print("{:<34} {:>24}  {}\n", what, value, verdict);
}

void Report::tell(const std::string& what, const std::string& value) {
  row(what, value, "");
}

void Report::judge(const std::string& what, const std::string& value, bool good) {
  row(what, value, good ? "ok" : "BAD");
  if (!good) ++bad_;
}

int Report::finish() {
  fmt::print("{}\n", bad_ == 0 ? "passed" : fmt::format("FAILED: {} of the rows above", bad_));
  return bad_ == 0 ? cli::kOk : cli::kFindings;
}

}  // namespace idn::load
