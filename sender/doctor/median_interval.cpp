// SPDX-License-Identifier: MIT
#include "sender/doctor/median_interval.hpp"

#include <algorithm>
#include <cmath>

namespace idn::sender::doctor {
namespace {

constexpr double kTail = 0.025;  ///< beyond each end of the interval

/// P(Bin(n, p) >= m) for 0 < p < 1. Uses logarithms, since for large n the powers are too small for a double.
double at_least(std::size_t m, std::size_t n, double p) {
  const auto all = static_cast<double>(n);
  double sum = 0;
  for (std::size_t i = m; i <= n; ++i) {
    const auto hits = static_cast<double>(i);
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(hits + 1) - std::lgamma(all - hits + 1) +
                    hits * std::log(p) + (all - hits) * std::log1p(-p));
  }
  return sum;
}

/// The smallest rank that the medians of resamples exceed with a probability of 1 - `share` at most.
std::size_t rank_of(double share, std::size_t middle, std::size_t n) {
  for (std::size_t k = 1; k < n; ++k)
    if (at_least(middle, n, static_cast<double>(k) / static_cast<double>(n)) >= share) return k;
  return n;
}

}  // namespace

MedianInterval median_interval(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size(), middle = (n + 1) / 2;
  const auto value = [&](std::size_t rank) { return values[rank - 1]; };
  return {value(middle), value(rank_of(kTail, middle, n)), value(rank_of(1 - kTail, middle, n))};
}

}  // namespace idn::sender::doctor
