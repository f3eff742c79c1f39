// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace idn::analysis {

/// Percentile by the nearest-rank method: the smallest of the values that at least `permille` thousandths of
/// them do not exceed.
/// @param values at least one; comes back in another order
template <class T>
T nearest_rank(std::vector<T>& values, std::size_t permille) {
  const std::size_t rank = std::max<std::size_t>((values.size() * permille + 999) / 1000, 1);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace idn::analysis
