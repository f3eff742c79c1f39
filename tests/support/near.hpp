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

  friend bool operator==(double value, const Near& near) {
    return std::abs(value - near.expected) <= near.tolerance * std::max(1.0, std::abs(near.expected));
  }
  friend std::ostream& operator<<(std::ostream& out, const Near& near) {
    return out << near.expected << " within " << near.tolerance;
  }
};

}  // namespace idn::test
