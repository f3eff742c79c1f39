// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace idn::analysis {

/// The smallest value that at least `permille` thousandths of all values do not exceed: one that occurred.
/// @param values at least one; comes back in another order
template <class T>
T nearest_rank(std::vector<T>& values, std::size_t permille) {
  const std::size_t rank = std::max<std::size_t>((values.size() * permille + 999) / 1000, 1);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace idn::analysis
