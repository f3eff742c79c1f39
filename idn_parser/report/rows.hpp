// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// The numbers of a report, formatted, shared by text output and page.
namespace idn::parser {

/// A formatted number with its unit.
struct Quantity {
  std::string number;  ///< "-" if it cannot be determined from the capture
  std::string unit;    ///< "us", "ppm", "%", ... or empty
};

/// A quantity with its name and a short explanation.
struct Row {
  std::string name;
  Quantity value;
  std::string meaning;
};

/// All numbers about the timing of a stream.
std::vector<Row> timing_rows(const StreamFacts& stream);

/// Two decimals, never rounded up to 100: 99.99 %.
Quantity percent(double share);

/// Two decimals; may be above 100.
Quantity percent_of(double share);

/// Three decimals: 1000.014 us.
/// "-" for nothing.
Quantity micros(const std::optional<Micros>& time);

}  // namespace idn::parser
