// SPDX-License-Identifier: MIT
#include "idn_parser/measure/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace idn::parser {

std::vector<DistributionPoint> distribution_of(std::span<const Duration> signed_deviations) {
  constexpr double kPointsPerNine = 20;
  std::vector<Duration> deviations(signed_deviations.size());
  std::ranges::transform(signed_deviations, deviations.begin(),
                         [](Duration each) { return std::chrono::abs(each); });
  std::vector<DistributionPoint> points;
  const auto count = static_cast<double>(deviations.size());
  std::size_t done = 0;
  for (double step = 1; done < deviations.size(); ++step) {
    // How many deviations exceed this point. Those before `done` are already known to be smaller.
    const auto beyond = static_cast<std::size_t>(count * std::pow(10, -step / kPointsPerNine));
    const std::size_t rank = deviations.size() - beyond;
    if (rank == done) continue;
    const auto nth = deviations.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(deviations.begin() + static_cast<std::ptrdiff_t>(done), nth, deviations.end());
    points.push_back({*nth, static_cast<double>(rank) / count});
    done = rank;
  }
  return points;
}

}  // namespace idn::parser
