// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>

namespace idn::test {

/// A floating-point number to compare with: equal within a relative error, or within an absolute one if
/// `expected` is below 1. Catch2's Approx differs between its versions.
struct Near {
  double expected;
  double tolerance = 1e-9;

  friend bool operator==(double value, const Near& number) {
    return std::abs(value - number.expected) <= number.tolerance * std::max(1.0, std::abs(number.expected));
  }
  friend std::ostream& operator<<(std::ostream& out, const Near& number) {
    return out << number.expected << " within " << number.tolerance;
  }
};

}  // namespace idn::test
