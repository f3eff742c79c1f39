// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::test {

/// The report of a capture with 1000 offsets of 1 ms, then one each of 2.05, 5 and 20 ms.
parser::Report sample_report();

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part);

}  // namespace idn::test
