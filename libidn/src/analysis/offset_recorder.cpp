// SPDX-License-Identifier: MIT
#include "idn/analysis/offset_recorder.hpp"

#include <algorithm>

#include "idn/analysis/nearest_rank.hpp"

namespace idn::analysis {
std::optional<DeviationPercentiles> OffsetRecorder::deviations(Micros expected) const {
  if (offsets_.empty()) return std::nullopt;
  std::vector<Micros> values(offsets_.size());
  std::ranges::transform(offsets_, values.begin(),
                         [=](Duration offset) { return std::chrono::abs(Micros(offset) - expected); });
  return DeviationPercentiles{
      .p50 = nearest_rank(values, 500), .p99 = nearest_rank(values, 990), .p99_9 = nearest_rank(values, 999)};
}

}  // namespace idn::analysis
