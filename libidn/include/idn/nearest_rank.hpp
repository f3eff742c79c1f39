// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace idn {

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

/// Whether `values` are enough for a percentile: 10 / (1 - permille / 1000). Of fewer it would tell what single
/// values happened to be.
constexpr bool suffices_for_percentile(std::uint64_t values, std::uint64_t permille) noexcept {
  return permille < 1000 && values >= 10'000 / (1000 - permille) + (10'000 % (1000 - permille) != 0 ? 1 : 0);
}

/// nearest_rank(), or nothing where the values do not suffice for it.
template <class T>
std::optional<T> percentile(std::vector<T>& values, std::size_t permille) {
  if (!suffices_for_percentile(values.size(), permille)) return std::nullopt;
  return nearest_rank(values, permille);
}

}  // namespace idn
