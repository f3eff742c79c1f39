// SPDX-License-Identifier: MIT
#include "idn/analysis/offset_recorder.hpp"

#include <algorithm>
#include <cstddef>

namespace idn::analysis {
namespace {

Micros nearest_rank(std::vector<Micros>& values, std::size_t permille) {
  const std::size_t rank = (values.size() * permille + 999) / 1000;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace

std::optional<DeviationPercentiles> OffsetRecorder::deviations(Micros expected) const {
  if (offsets_.empty()) return std::nullopt;
  std::vector<Micros> values(offsets_.size());
  std::ranges::transform(offsets_, values.begin(),
                         [=](Duration offset) { return std::chrono::abs(Micros(offset) - expected); });
  return DeviationPercentiles{
      .p50 = nearest_rank(values, 500), .p99 = nearest_rank(values, 990), .p99_9 = nearest_rank(values, 999)};
}

}  // namespace idn::analysis
