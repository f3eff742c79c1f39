// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// The numbers of a report as they are shown, shared by terminal and page.
namespace idn::parser {

/// A number as it is shown.
struct Quantity {
  std::string number;  ///< "-" where the capture cannot tell
  std::string unit;    ///< "us", "ppm", "%", ... or empty
};

/// One quantity with its name and, for whoever meets it the first time, its meaning.
struct Row {
  std::string name;
  Quantity value;
  std::string meaning;
};

/// Every number that describes the timing.
std::vector<Row> timing_rows(const StreamFacts& stream);

/// Two decimals, never rounded up to 100: 99.99 %.
Quantity percent(double share);

/// Two decimals; may be above 100.
Quantity percent_of(double share);

/// Three decimals: 1000.014 us.
Quantity micros(analysis::Micros time);

}  // namespace idn::parser
